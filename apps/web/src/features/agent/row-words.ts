import type { AgentCheck, AgentOutcome } from '@mixreel/contract';
import { formatShare } from '#lib/format.ts';

type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad';
/** Something that is told of a row, in colour where the colour says something; null: plain. */
export type Told = { text: string; tone: Tone | null };

/** From this level on two videos are too alike to publish both. */
const TOO_ALIKE = 3;

const WORDS: Record<NonNullable<AgentOutcome['status']>, string> = {
  waiting: '等待中',
  rendering: '制作中',
  done: '已做好',
  failed: '没有做成',
  canceled: '已停止',
};
const TONES = { waiting: 'accent', rendering: 'accent', done: 'good', failed: 'bad', canceled: 'warning' } as const;

/** How long a row's video will be, how like the others, and whether there is something to look at. */
export function checkWords(check: AgentCheck | undefined): Told[] {
  if (!check) return [{ text: '检查中', tone: null }];
  const { seconds, likeness, level, closest, guesses, warnings, problem } = check;
  const like = closest === null ? '与以前的视频' : `与第 ${closest} 行`;
  return [
    { text: `${seconds.toFixed(0)} 秒`, tone: null },
    {
      text: `${likeness > 0 ? like : ''}重复度 ${formatShare(likeness)} · L${level}`,
      tone: level >= TOO_ALIKE ? 'bad' : 'neutral',
    },
    ...(problem ? [{ text: '做不了', tone: 'bad' as const }] : []),
    ...(!problem && guesses > 0 ? [{ text: `${guesses} 句画面凑合`, tone: 'warning' as const }] : []),
    ...(!problem && warnings.length > 0 ? [{ text: `${warnings.length} 处提醒`, tone: 'warning' as const }] : []),
  ];
}

/** What has become of a row. */
export function stateWords(outcome: AgentOutcome | undefined): Told[] {
  if (!outcome?.status) return [{ text: '未制作', tone: null }];
  const { status, progress, error, is_stale, repairs, look } = outcome;
  const found = look?.found.length ?? 0;
  const text = status === 'rendering' ? `制作中 ${Math.round(progress)}%` : is_stale ? '改过，要重做' : WORDS[status];
  return [
    { text, tone: is_stale ? 'warning' : TONES[status] },
    ...(repairs.length > 0 ? [{ text: `自动处理 ${repairs.length} 处`, tone: 'warning' as const }] : []),
    ...(found > 0 ? [{ text: `看出 ${found} 处`, tone: 'neutral' as const }] : []),
    ...(error ? [{ text: error, tone: null }] : []),
  ];
}

export function textOf(told: readonly Told[]): string {
  return told.map(({ text }) => text).join(' ');
}
