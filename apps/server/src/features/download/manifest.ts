import { REVIEW_STATES } from '@mixreel/contract';
import { csvOf } from '#features/label/csv.ts';
import type { PackedVideo } from './read-videos.ts';

/** Where the files of a video lie in the archive. */
export type Placed = { video: PackedVideo; file: string; srt: string | null; cover: string | null };

/**
 * What is in an archive, for people and for programs. Without hashes: a video that is put together from parts is known by
 * the list of them, and the archive itself has a checksum of every file.
 */
export function manifests(placed: Placed[]): { name: string; source: Buffer }[] {
  const rows = placed.map((one, n) => describe(one, n + 1));
  const json = { version: 1, video_count: rows.length, videos: rows };
  return [
    { name: 'manifest.csv', source: Buffer.from(csvOf([HEAD, ...rows.map(toCells)])) },
    { name: 'manifest.json', source: Buffer.from(`${JSON.stringify(json, null, 2)}\n`) },
  ];
}

const HEAD = [
  '序号',
  '名称',
  '文件',
  '字幕',
  '封面',
  '目录',
  '混剪',
  '候选',
  '时长（秒）',
  '宽',
  '高',
  '字节',
  '含 AI 生成内容',
  '可见标识',
  '审核',
  '标记',
  '备注',
  '片段',
  '创建人',
  '创建时间',
];

type Row = ReturnType<typeof describe>;

function describe({ video, file, srt, cover }: Placed, number: number) {
  const { row, timeline, mix_name, candidate_number, dirs, marks, creator_name } = video;
  return {
    number,
    artwork_id: row.artwork_id,
    name: row.artwork_name,
    file,
    srt,
    cover,
    dir: dirs.join('/'),
    mix: mix_name,
    candidate: candidate_number,
    duration: Math.round(row.duration * 1000) / 1000,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    ai_origin: row.ai_origin,
    /** Whether the picture says so; null where nobody here knows. */
    ai_notice: row.ai_origin ? hasNotice(video) : false,
    review_state: row.review_state,
    marks,
    note: row.note,
    clips: (timeline?.cuts ?? []).map((cut) => ({
      shot: cut.slot_name,
      material_id: cut.material_id,
      material: cut.material_name,
      source_start: Math.round(cut.source_start * 1000) / 1000,
      seconds: Math.round((cut.frames / (timeline?.fps ?? 1)) * 1000) / 1000,
      line: cut.line,
      ai_origin: cut.ai_origin,
    })),
    creator: creator_name,
    created_at: row.created_at,
  };
}

export function hasNotice({ timeline }: Pick<PackedVideo, 'timeline'>): boolean | null {
  return timeline && timeline.captions.some(({ kind }) => kind === 'ai_mark');
}

function toCells(row: Row): (string | number | null)[] {
  const notice = row.ai_notice === null ? '未知' : row.ai_notice ? '有' : '无';
  return [
    row.number,
    row.name,
    row.file,
    row.srt,
    row.cover,
    row.dir,
    row.mix,
    row.candidate,
    row.duration,
    row.width,
    row.height,
    row.bytes,
    row.ai_origin ? '是' : '否',
    row.ai_origin ? notice : '',
    REVIEW_STATES[row.review_state],
    row.marks.join('、'),
    row.note,
    row.clips.map(({ shot, material }) => `${shot}：${material}`).join('；'),
    row.creator,
    row.created_at,
  ];
}
