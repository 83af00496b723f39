import type { PackedFile } from '#features/download/deliver.ts';
import { buildDraftFiles } from './draft-files.ts';
import { resourceOf } from './draft-materials.ts';
import { BLACK_NAME } from './draft-tracks.ts';
import { buildFcpxml } from './fcpxml.ts';
import { filesIn, type GatheredMedia } from './gather-media.ts';
import { drawBlack, gatherCover } from './gather-pictures.ts';
import type { Gathering } from './gathering.ts';
import { idsFrom } from './ids.ts';
import { buildInstallers } from './installers.ts';
import { buildOtio } from './otio.ts';
import type { NamedVideo } from './read-videos-to-pack.ts';
import { buildSrt } from './srt.ts';
import type { DraftWish } from './wish.ts';

/** A video with its files; none where only words are asked for. */
export type VideoToPack = NamedVideo & { media: GatheredMedia | null };
type Packed = { files: PackedFile[]; notes: string[] };

/** Everything that goes into the archive. */
export async function packDrafts(gathering: Gathering, wish: DraftWish, videos: VideoToPack[]): Promise<Packed> {
  if (wish.format === 'draft') return packJianying(gathering, wish, videos);
  const packed = videos.map((video) => packOther(wish.format, video, videos.length > 1));
  const files = packed.flatMap((one) => one.files);
  const notes = noted(packed.map(({ notes: own }, n) => ({ name: videos[n]!.name, notes: own })));
  if (files.length === 0) return { files: [], notes };
  return { files: notes.length > 0 ? [...files, noteFile(notes)] : files, notes };
}

async function packJianying(gathering: Gathering, wish: DraftWish, videos: VideoToPack[]): Promise<Packed> {
  const { task } = gathering.context;
  const root = wish.draft_root.replaceAll('\\', '/').replace(/\/+$/, '');
  const files: PackedFile[] = [];
  const entries: object[] = [];
  const told: { name: string; notes: string[] }[] = [];
  for (const { name, timeline, media, cover_vlc_id } of videos) {
    if (!media) continue;
    const built = buildDraftFiles({
      timeline,
      media,
      name,
      profile: wish.profile,
      markers: wish.markers,
      root,
      nextId: idsFrom(`${task.task_id} ${name}`),
      now_ms: Date.now(),
    });
    files.push(...built.files);
    files.push({
      name: `${name}/draft_cover.jpg`,
      source: await gatherCover(gathering, cover_vlc_id, timeline),
    });
    for (const file of filesIn(media)) files.push({ name: `${name}/${resourceOf(file)}`, source: file.source });
    if (media.cuts.includes(null)) {
      files.push({ name: `${name}/Resources/video/${BLACK_NAME}`, source: await drawBlack(timeline) });
    }
    entries.push(built.entry);
    told.push({ name, notes: [...media.notes, ...built.notes] });
  }
  const notes = [
    ...noted(told),
    `音量按镜头和旁白的设置写入，没有做统一响度（成片为 ${videos[0]?.timeline.target_lufs} LUFS）`,
  ];
  const drafts = videos.map(({ name }) => name);
  const beside = buildInstallers({ profile: wish.profile, root, drafts, entries }, notes);
  return { files: [...beside, ...files], notes };
}

/** In a folder of its own where there are several: each looks for its files beside it. */
function packOther(format: DraftWish['format'], { name, timeline, media }: VideoToPack, isOneOfMany: boolean): Packed {
  const folder = isOneOfMany && format !== 'srt' ? `${name}/` : '';
  const captions = timeline.captions.some(({ kind }) => kind === 'caption');
  const srt = { name: `${folder}${name}.srt`, source: Buffer.from(buildSrt(timeline)) };
  if (format === 'srt' || !media) return captions ? { files: [srt], notes: [] } : { files: [], notes: ['没有字幕'] };
  const { text, notes } = format === 'otio' ? buildOtio(timeline, media) : buildFcpxml(timeline, media);
  return {
    files: [
      { name: `${folder}${name}.${format}`, source: Buffer.from(text) },
      ...(captions ? [srt] : []),
      ...filesIn(media).map(({ file_name, source }) => ({ name: `${folder}media/${file_name}`, source })),
    ],
    notes: [...media.notes, ...notes],
  };
}

/** What holds for all is said once; with several videos, the rest by name. */
export function noted(told: { name: string; notes: string[] }[]): string[] {
  const [first] = told;
  if (told.length <= 1) return [...new Set(first?.notes)];
  const common = first?.notes.filter((note) => told.every(({ notes }) => notes.includes(note))) ?? [];
  const own = told.flatMap(({ name, notes }) =>
    notes.filter((note) => !common.includes(note)).map((note) => `「${name}」${note}`),
  );
  return [...new Set([...common, ...own])];
}

function noteFile(notes: string[]): PackedFile {
  return { name: '说明.txt', source: Buffer.from(`\u{FEFF}${notes.map((note) => `- ${note}`).join('\r\n')}\r\n`) };
}
