import { type AgentBatch, PLATFORM_NAMES, type PlannedPost } from '@mixreel/contract';
import { z } from 'zod';
import type { App } from '#context.ts';
import { deliver, type PackedFile } from '#features/download/deliver.ts';
import { labelledCover } from '#features/download/labelled-cover.ts';
import { endingOf, type PackedVideo, readVideos, shownBy } from '#features/download/read-videos.ts';
import { writeXlsx } from '#features/story/paper/write-xlsx.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { readBatch, requireAgent, requireBatch } from './agent.queries.ts';
import type { CellNames } from './batch-table.ts';
import { readCellNames } from './cell-names.ts';
import { readKeywords } from './keywords.ts';
import { planPosts } from './plan-posts.ts';

const Wish = z.object({
  agent_batch_config_id: z.string(),
  start_date: z.string().optional(),
  per_day: z.int(),
});
type Wish = z.output<typeof Wish>;

/** What goes where and when, of a batch as it is. */
export async function readPosts(
  app: App,
  space_id: string,
  id: string,
  wish: Omit<Wish, 'agent_batch_config_id'>,
): Promise<PlannedPost[]> {
  const batch = await readBatch(app, space_id, id);
  const agent = await requireAgent(app.db, space_id, batch.agent_project_id);
  const liked = (await readKeywords(app.db, agent)).filter(({ source }) => source === 'results');
  const words = liked.map(({ keyword }) => keyword);
  const { post_changes: changes } = await requireBatch(app.db, space_id, id);
  return planPosts(batch, wish, { liked: words, allowed: await readAllowedWords(app.db, space_id), changes });
}

/** The finished videos of a batch for whoever publishes them: a folder a platform, or a folder a cell of the trial. */
export const packAgentBatch = defineJob({
  name: 'agent.pack',
  task_type: 'artwork_download',
  input: Wish,
  kind: 'network',
  lane: 'now',
  steps: [{ key: 'pack', label: '校验与打包' }],
  async run({ agent_batch_config_id: id, ...wish }, context) {
    const { db, task } = context;
    const batch = await readBatch(context, task.space_id, id);
    const agent = await requireAgent(db, task.space_id, batch.agent_project_id);
    const made = batch.outcomes.flatMap(({ row_id, status, artwork_id }) =>
      status === 'done' && artwork_id ? [{ row_id, artwork_id }] : [],
    );
    const videos = await readVideos(
      db,
      task.space_id,
      made.map(({ artwork_id }) => artwork_id),
    );
    const byRow = new Map(
      made.flatMap(({ row_id, artwork_id }) => {
        const video = videos.find(({ row }) => row.artwork_id === artwork_id);
        return video ? [[row_id, video] as const] : [];
      }),
    );
    await context.step('pack', async () => {
      const isAd = agent.agent_kind === 'ad';
      const files = isAd
        ? filesOfTrial(batch, byRow, await readCellNames(context, task.space_id, batch.rows))
        : await filesOfPosts(context, await readPosts(context, task.space_id, id, wish), byRow);
      const left = batch.rows.length - byRow.size;
      const notes = left > 0 ? [`${left} 行还没有做好，不在包里`] : [];
      const file_name = `${batch.batch_name} ${isAd ? '投放包' : '发布包'}`;
      await deliver(context, { file_name, files, notes, shows: shownBy(videos) });
      return { count: byRow.size };
    });
    return { result: { agent_batch_config_id: id, artwork_count: byRow.size } };
  },
});

const RATIOS = { '3:4': { width: 3, height: 4 }, '9:16': { width: 9, height: 16 } } as const;
const POST_COLUMNS = ['平台', '日期', '时间', '文件', '封面', '标题', '话题', '首条评论'];

async function filesOfPosts(
  context: JobContext,
  posts: PlannedPost[],
  byRow: ReadonlyMap<string, PackedVideo>,
): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  const covers = new Map<string, Promise<PackedFile['source']>>();
  const lines: string[][] = [];
  for (const { platform, date, time, row_id, title, topics, cover_ratio, first_comment, is_left_out } of posts) {
    context.signal.throwIfAborted();
    const video = byRow.get(row_id);
    if (!video || is_left_out) continue;
    const { row, file, cover } = video;
    const folder = PLATFORM_NAMES[platform];
    const stem = `${folder}/${date} ${time.replace(':', '')} ${row.artwork_name.replaceAll('/', '_')}`;
    const name = `${stem}${endingOf(file)}`;
    files.push({ name, modified_at: row.created_at, source: { sha256: file.sha256, bytes: file.bytes } });
    const picture = cover && `${stem} 封面.jpg`;
    if (cover && picture) {
      const key = `${row.artwork_id} ${cover_ratio}`;
      const source = covers.get(key) ?? labelledCover(context, video, cover, RATIOS[cover_ratio]);
      covers.set(key, source);
      files.push({ name: picture, modified_at: row.created_at, source: await source });
    }
    const words = topics.map((word) => `#${word}`).join(' ');
    lines.push([folder, date, time, name, picture ?? '', title, words, first_comment]);
  }
  return [...files, tableOf('发布表', POST_COLUMNS, lines)];
}

const TRIAL_COLUMNS = ['单元', '卖点', '开头', '音色', '音乐', '画幅', '标题', '话题', '文件'];

/** What a video is a trial of is its folder, and stands in the table. */
function filesOfTrial(batch: AgentBatch, byRow: ReadonlyMap<string, PackedVideo>, names: CellNames): PackedFile[] {
  const files: PackedFile[] = [];
  const lines: string[][] = [];
  for (const { row_id, note, point, hook, voice_id, music_id, ratio, title, topics } of batch.rows) {
    const video = byRow.get(row_id);
    if (!video) continue;
    const { row, file } = video;
    const cell = note.trim() || point.trim() || '未分单元';
    const folder = cell.replaceAll('/', '_');
    const name = `${folder}/${row.artwork_name.replaceAll('/', '_')}${endingOf(file)}`;
    files.push({ name, modified_at: row.created_at, source: { sha256: file.sha256, bytes: file.bytes } });
    const voice = voice_id ? (names.get(voice_id) ?? voice_id) : '默认';
    const music = music_id ? (names.get(music_id) ?? music_id) : '无';
    lines.push([cell, point, hook, voice, music, ratio, title, topics, name]);
  }
  return [...files, tableOf('投放表', TRIAL_COLUMNS, lines)];
}

function tableOf(title: string, names: string[], lines: string[][]): PackedFile {
  const columns = names.map((name) => ({ name, kind: 'text' as const }));
  const rows = lines.map((cells) => ({ cells, picture: null }));
  const source = Buffer.from(writeXlsx({ title, facts: `${rows.length} 行`, tab: title, columns, rows }));
  return { name: `${title}.xlsx`, source };
}
