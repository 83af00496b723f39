import { type ClipRecord, type MixOverrides } from '@mixreel/contract';
import type { Json, Operation } from '@mixreel/document';
import { and, eq, inArray } from '#db/orm.ts';
import { dir } from '#features/dir/dir.tables.ts';
import type { DocumentStore } from '#features/document/store.ts';
import { wereNamed } from '#features/document/was-named.ts';
import { refuseAcceptances } from '#features/fact/fact.document.ts';
import { hasForeign } from '#features/material/foreign.ts';
import { material } from '#features/material/material.tables.ts';
import { mayNameMusic } from '#features/music/music.queries.ts';
import { isPicture, SLACK_MS, sourceMs } from './document.ts';
import { video_clip } from './mix.tables.ts';

type Range = { video_clip_id: string; material_id?: string; end_ms?: number };
/** What acts of a page bring in from outside of the mix, by what it is to be. */
type Brought = { clips: Range[]; sounds: string[]; pictures: string[]; music: string[]; dirs: string[] };

/**
 * Whether everything that acts bring into a mix is there and of its space. What lies in the recycle bin counts: taking a
 * step back, or a version of the past, may lead there, and the clip then says why it can't be used.
 */
export const checkActs: NonNullable<DocumentStore['check']> = async (app, where, operations) => {
  const { space_id, document_id } = where;
  const brought = readBrought(operations);
  const { db } = app;
  const refused = await refuseAcceptances(db, where, operations);
  if (refused) return refused;
  for (const music_id of new Set(brought.music)) {
    if (!(await mayNameMusic(app, where, music_id))) return '没有这首音乐，请重新选择';
  }
  if (brought.dirs.length > 0) {
    // Of all spaces: what stands in another one was never this document's, whatever has been written in it.
    const known = await db
      .select({ dir_id: dir.dir_id, space_id: dir.space_id })
      .from(dir)
      .where(inArray(dir.dir_id, brought.dirs));
    const isOfOthers = known.some((one) => one.space_id !== space_id);
    const gone = brought.dirs.filter((id) => !known.some(({ dir_id }) => dir_id === id));
    if (isOfOthers || !(await wereNamed(db, document_id, gone))) return '成片目录不存在，请重新选择';
  }

  const trimmed = brought.clips.filter((one) => !one.material_id).map(({ video_clip_id }) => video_clip_id);
  const rows = trimmed.length
    ? await db
        .select({ id: video_clip.video_clip_id, material_id: video_clip.material_id })
        .from(video_clip)
        .where(and(eq(video_clip.mproject_id, document_id), inArray(video_clip.video_clip_id, trimmed)))
    : [];
  const shown = new Map(rows.map(({ id, material_id }) => [id, material_id]));
  const ranges = brought.clips.map((one) => ({
    ...one,
    is_new: one.material_id !== undefined,
    material_id: one.material_id ?? shown.get(one.video_clip_id),
  }));
  const shownIds = ranges.flatMap((one) => one.material_id ?? []);
  const ids = [...new Set([...brought.sounds, ...brought.pictures, ...shownIds])];
  if (ids.length === 0) return null;
  const found = await db
    .select()
    .from(material)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids)));
  const byId = new Map(found.map((row) => [row.material_id, row]));
  const gone = ids.filter((id) => !byId.has(id));
  // A clip of nothing is never shown again; a recording or a badge that is gone says so where it is set.
  const isClipGone = shownIds.some((id) => !byId.has(id));
  if (isClipGone || (await hasForeign(db, where, gone))) return '素材不存在或已被删除，请重新选择';
  const isOther = (type: string) => (id: string) => byId.has(id) && byId.get(id)?.material_type !== type;
  if (brought.sounds.some(isOther('audio'))) return '这里要用音频素材，请重新选择';
  if (brought.pictures.some(isOther('image'))) return '角标要用图片素材，请重新选择';
  for (const { material_id = '', end_ms = 0, is_new } of ranges) {
    const row = byId.get(material_id);
    if (!row) continue;
    const problem = is_new ? unusable(row) : null;
    if (problem) return `「${row.material_name}」${problem}`;
    const most = isPicture(row) ? PICTURE_MOST_MS : sourceMs(row);
    if (most > 0 && end_ms > most + SLACK_MS) {
      return `「${row.material_name}」只有 ${(most / 1000).toFixed(2)} 秒，请缩短范围`;
    }
  }
  return null;
};

export const PICTURE_MOST_MS = 120_000;

/** What no clip can be cut from, whoever asks; null when it can. */
export function unusable({
  material_type,
  material_sub_type,
}: Pick<typeof material.$inferSelect, 'material_type' | 'material_sub_type'>): string | null {
  if (material_type === 'audio') return '是音频，没有画面，请放到音乐或录音里用';
  return material_sub_type === 'inspiration_video' ? '是灵感视频，可以作参考，不能剪进成片' : null;
}

function readBrought(operations: readonly Operation[]): Brought {
  const brought: Brought = { clips: [], sounds: [], pictures: [], music: [], dirs: [] };
  for (const one of operations) {
    if (one.do === 'remove' || one.do === 'type') continue;
    if (one.do === 'add') {
      if (one.table === 'clip') brought.clips.push({ video_clip_id: one.id, ...(one.record as ClipRecord) });
      if (one.table === 'script') takeText(brought.sounds, one.record['recording_material_id'] ?? null);
      continue;
    }
    const [field = '', group = '', name = ''] = one.path;
    if (one.table === 'clip' && ['material_id', 'end_ms'].includes(field)) {
      brought.clips.push({ video_clip_id: one.id, [field]: one.value });
    }
    if (field === 'recording_material_id') takeText(brought.sounds, one.value);
    if (field === 'template_config') takeConfig(brought, one.value);
    if (field === 'config' && one.path.length === 1) takeConfig(brought, one.value);
    if (field === 'config' && one.path.length === 2) takeConfig(brought, { [group]: one.value });
    if (field === 'config' && one.path.length === 3) takeConfig(brought, { [group]: { [name]: one.value } });
  }
  return brought;
}

/** Read before its shape is judged: whatever is not as it should be is refused there. */
function takeConfig(brought: Brought, value: Json): void {
  const { music, logo, output, vary } = (value ?? {}) as MixOverrides;
  takeText(brought.music, music?.music_id ?? null);
  takeText(brought.sounds, music?.material_id ?? null);
  takeText(brought.pictures, logo?.material_id ?? null);
  takeText(brought.dirs, output?.dir_id ?? null);
  for (const id of Array.isArray(vary?.music_ids) ? vary.music_ids : []) takeText(brought.music, id);
}

function takeText(list: string[], value: Json): void {
  if (typeof value === 'string' && value !== '') list.push(value);
}
