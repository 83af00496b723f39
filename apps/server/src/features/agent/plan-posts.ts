import {
  type AgentBatch,
  type AgentBrief,
  COVER_RATIOS,
  type PlannedPost,
  PLATFORM_LIMITS,
  type PostChange,
} from '@mixreel/contract';
import { findTaboo } from '@mixreel/contract/taboo';
import { giveTurns } from '#turns.ts';
import { postOf } from './write-row.ts';

/** When people look, the best hour first. */
const HOURS = ['12:10', '18:30', '21:00', '07:40', '20:10', '22:20', '11:30', '17:40', '19:20', '13:00'];
const DAY_MS = 86_400_000;

type Known = { liked: string[]; allowed: string[]; changes: Record<string, PostChange> };
type Wish = { start_date?: string | undefined; per_day: number };

/**
 * What goes where and when: every platform has all videos, a few a day, and begins with another one, so that no two
 * platforms show the same video at once.
 */
export async function planPosts(
  { rows, outcomes, brief }: Pick<AgentBatch, 'rows' | 'outcomes' | 'brief'>,
  { start_date, per_day }: Wish,
  { liked, allowed, changes }: Known,
): Promise<PlannedPost[]> {
  const start = Date.parse(`${start_date ?? tomorrow()}T00:00:00Z`);
  const hours = HOURS.slice(0, per_day).toSorted();
  const giveTurn = giveTurns();
  const posts: PlannedPost[] = [];
  for (const [p, platform] of brief.platforms.entries()) {
    const shift = Math.floor((p * rows.length) / brief.platforms.length);
    for (const at of rows.keys()) {
      await giveTurn();
      const n = (at + shift) % rows.length;
      const row = rows[n]!;
      const outcome = outcomes[n];
      const planned = {
        platform,
        date: new Date(start + Math.floor(at / per_day) * DAY_MS).toISOString().slice(0, 10),
        time: hours[at % per_day]!,
        row_id: row.row_id,
        number: n + 1,
        ...postOf(brief, row, platform, liked),
        cover_ratio: COVER_RATIOS[platform],
        first_comment: commentOf(brief, n, allowed),
        file_name: outcome?.status === 'done' ? outcome.file_name : null,
      };
      const change = changes[postKey(planned)];
      const post = { ...planned, is_left_out: false, ...change, is_changed: change !== undefined };
      posts.push({ ...post, warnings: warningsOf(post, brief, allowed) });
    }
  }
  return posts.toSorted(
    (a, b) =>
      brief.platforms.indexOf(a.platform) - brief.platforms.indexOf(b.platform) || when(a).localeCompare(when(b)),
  );
}

function when({ date, time }: PlannedPost): string {
  return `${date} ${time}`;
}

export function postKey({ platform, row_id }: Pick<PlannedPost, 'platform' | 'row_id'>): string {
  return `${platform} ${row_id}`;
}

/** What people wrote is looked at like what was planned. */
function warningsOf(
  { platform, title, topics, first_comment }: Pick<PlannedPost, 'platform' | 'title' | 'topics' | 'first_comment'>,
  { forbidden }: AgentBrief,
  allowed: string[],
): string[] {
  const limits = PLATFORM_LIMITS[platform];
  const said = [title, ...topics, first_comment].join('\n');
  return [
    ...(Array.from(title).length > limits.title ? [`标题超过 ${limits.title} 个字`] : []),
    ...(topics.length > limits.topics ? [`话题超过 ${limits.topics} 个`] : []),
    ...findTaboo(said, allowed).map(({ word, reason }) => `「${word}」属于${reason}`),
    ...forbidden.filter((word) => said.includes(word)).map((word) => `「${word}」在资料里写明不能用`),
  ];
}

function tomorrow(): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
  return day.format(new Date(Date.now() + DAY_MS));
}

const QUESTIONS = [
  '你最看重哪一点？评论区聊聊。',
  '还想看哪方面？留言告诉我们。',
  '用过的来说说感受。',
  '有问题直接问，看到就回。',
];

/** What the sheet says and a question; nothing that may not be said. */
function commentOf({ product, forbidden }: AgentBrief, n: number, allowed: string[]): string {
  const question = QUESTIONS[n % QUESTIONS.length]!;
  const facts = [product.name, n % 2 === 0 ? product.promotion : product.price].filter(Boolean).join('：');
  const isFine = findTaboo(facts, allowed).length === 0 && !forbidden.some((word) => facts.includes(word));
  return facts && isFine ? `${facts}。${question}` : question;
}
