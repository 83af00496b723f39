import {
  AppError,
  dirsOfPath,
  type MaterialDetail,
  type Rights,
  type TagType,
  type material as calls,
} from '@mixreel/contract';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, getTableColumns, inArray, isNull } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { readDirRows, requireDir } from '#features/dir/dir.queries.ts';
import { walk } from '#features/dir/folder-path.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file, withheld_content } from '#features/file/file.tables.ts';
import { readTags } from '#features/search/search.queries.ts';
import { toShots } from '#features/search/shot-card.ts';
import { toMaterial } from './material-card.ts';
import { readUses } from './material-uses.ts';
import { type Marks, material, material_facts, material_like, material_sound } from './material.tables.ts';

const LINK_SECONDS = 3600;
const NO_RIGHTS: Rights = { licence: 'unknown', consent: 'unknown', region: '', expires_at: null, note: '' };
const NO_MARKS: Marks = { black: [], frozen: [], blurred: [], shaky: [], damaged: [] };

export type FullRow = typeof material.$inferSelect;

/** Throws unless it is there and in the space; one in the recycle bin counts too. */
export async function requireMaterial(db: Queryable, space_id: string, material_id: string): Promise<FullRow> {
  const [found] = await db
    .select()
    .from(material)
    .where(and(eq(material.material_id, material_id), eq(material.space_id, space_id)));
  if (!found) throw new AppError('not_found', '素材不存在或已被删除');
  return found;
}

export async function isLiked(db: Queryable, user_uid: string, material_id: string): Promise<boolean> {
  const likes = and(eq(material_like.user_uid, user_uid), eq(material_like.material_id, material_id));
  return (await db.$count(material_like, likes)) > 0;
}

export async function readDetail(
  app: Pick<App, 'db' | 'secret'>,
  { space_id, user_uid, material_id }: { space_id: string; user_uid: string; material_id: string },
): Promise<MaterialDetail> {
  const { db } = app;
  const row = await requireMaterial(db, space_id, material_id);
  const [[facts], [sound], [file], [creator], rows, uses, liked, [made_of]] = await Promise.all([
    db.select().from(material_facts).where(eq(material_facts.material_id, material_id)),
    db.select().from(material_sound).where(eq(material_sound.material_id, material_id)),
    db
      .select({ sha256: vlc_file.sha256, withheld: withheld_content.reason })
      .from(vlc_file)
      .leftJoin(
        withheld_content,
        and(eq(withheld_content.space_id, vlc_file.space_id), eq(withheld_content.sha256, vlc_file.sha256)),
      )
      .where(eq(vlc_file.vlc_id, row.vlc_id ?? '')),
    db.select({ name: user_account.name }).from(user_account).where(eq(user_account.user_uid, row.created_by)),
    db.select(shotColumns).from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index)),
    readUses(db, row),
    isLiked(db, user_uid, material_id),
    db
      .select({ material_id: material.material_id, material_name: material.material_name })
      .from(material)
      .where(and(eq(material.material_id, row.made_of_id ?? ''), isNull(material.deleted_at))),
  ]);
  const probed = facts?.facts;
  return {
    ...toMaterial(app, row, { liked }),
    shots: await toShots(app, db, rows),
    words: sound?.words ?? [],
    peaks: thinned(sound?.peaks ?? []),
    marks: { ...NO_MARKS, ...facts?.marks },
    facts: {
      format: probed?.format ?? '',
      codec: probed?.video?.codec ?? null,
      audio_codec: probed?.audio?.[0]?.codec ?? null,
      audio_tracks: probed?.audio?.length ?? 0,
      rotation: probed?.video?.rotation ?? 0,
      hdr: probed?.video?.hdr ?? '',
      is_variable_rate: probed?.video?.isVariableRate ?? false,
      loudness: facts?.loudness ?? null,
      sha256: file?.sha256 ?? null,
      origin_url: row.origin_url,
    },
    made_of: made_of ?? null,
    rights: row.rights ?? NO_RIGHTS,
    withheld: file?.withheld ?? null,
    note: row.note,
    uses,
    creator_name: creator?.name ?? '',
  };
}

/** More than any page is wide: a recording of two hours has 360,000 of them, of which the highest beside each other count. */
const PEAKS_SHOWN = 6000;

function thinned(peaks: number[]): number[] {
  if (peaks.length <= PEAKS_SHOWN) return peaks;
  const shown = Array.from({ length: PEAKS_SHOWN }, () => 0);
  for (const [n, peak] of peaks.entries()) {
    const at = Math.floor((n * PEAKS_SHOWN) / peaks.length);
    if (peak > shown[at]!) shown[at] = peak;
  }
  return shown;
}

const { words: _words, meaning: _meaning, look: _look, ...shotColumns } = getTableColumns(shot);

type SameNames = z.output<(typeof calls.sameNames)['input']>;

/** The projects that these materials are of; some may be gone for good. */
export async function readProjectsOf(db: Queryable, material_ids: string[]): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ project_id: material.project_id })
    .from(material)
    .where(inArray(material.material_id, material_ids));
  return rows.map(({ project_id }) => project_id);
}

/** Which of these files, each in its folder, are there already; a folder that is not there has none. */
export async function readSameNames(
  app: Pick<App, 'db' | 'secret'>,
  space_id: string,
  { project_id, dir_id, names, material_type, material_sub_type }: SameNames,
) {
  const from = dir_id ?? null;
  if (from) await requireDir(app.db, space_id, from, { kind: 'material', project_id, isDeleted: 'either' });
  const folders = await readDirRows(app.db, project_id, 'material');
  const wanted = new Map(
    names.flatMap((name) => {
      const { dir_id: at, missing } = walk(folders, from, dirsOfPath(name));
      return missing.length === 0 ? [[name, { at, name: fileOf(name) }] as const] : [];
    }),
  );
  const rows = await app.db
    .select({
      material_id: material.material_id,
      name: material.material_name,
      at: material.dir_id,
      bytes: material.bytes,
      sha256: vlc_file.sha256,
      vlc_id: material.vlc_id,
      content_type: vlc_file.content_type,
      cover_vlc_id: material.cover_vlc_id,
      created_at: material.created_at,
    })
    .from(material)
    .leftJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(
      and(
        eq(material.project_id, project_id),
        isNull(material.deleted_at),
        inArray(material.material_name, [...new Set(Array.from(wanted.values(), ({ name }) => name))]),
        material_type ? eq(material.material_type, material_type) : undefined,
        material_sub_type ? eq(material.material_sub_type, material_sub_type) : undefined,
      ),
    )
    .orderBy(asc(material.material_id));
  const same = Map.groupBy(rows, ({ at, name }) => `${at ?? ''}/${name}`);
  const found = Array.from(wanted, ([name, one]) => ({ name, rows: same.get(`${one.at ?? ''}/${one.name}`) ?? [] }));
  const items = found
    .filter(({ rows: of }) => of.length > 0)
    .map(({ name, rows: of }) => ({
      name,
      exists: of.map(({ material_id, bytes, sha256, created_at, ...each }) => ({
        material_id,
        bytes,
        sha256,
        created_at,
        cover_url: signLooks(app, each),
      })),
    }));
  return { items };
}

/** What browsers show as it is. */
const SHOWN = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

type Looks = { vlc_id: string | null; content_type: string | null; cover_vlc_id: string | null };

/** What a material looks like. A picture that came a moment ago has no cover yet, and is one itself. */
function signLooks(app: Pick<App, 'secret'>, { vlc_id, content_type, cover_vlc_id }: Looks): string | null {
  const shown = cover_vlc_id ?? (SHOWN.includes(content_type ?? '') ? vlc_id : null);
  return shown ? signFileLink(app, { vlc_id: shown, file_name: 'cover' }, { seconds: LINK_SECONDS }).url : null;
}

/** The last part of a path: a name as it stands. */
function fileOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** A picture is upright or not, a clip is short or not: choosing two of these finds nothing. */
const SINGLE: ReadonlySet<TagType> = new Set(['orientation', 'duration']);

/** The tags that materials have, by kind, as filters offer them. */
export async function readTagTypes(pool: Pool, scope: Parameters<typeof readTags>[1]) {
  const { items } = await readTags(pool, scope);
  return {
    items: items.map(({ tag_type, label, tags }) => ({
      type: tag_type,
      label,
      multi: !SINGLE.has(tag_type),
      values: tags.map(({ key, name, count }) => ({ value: key, label: name, count })),
    })),
  };
}
