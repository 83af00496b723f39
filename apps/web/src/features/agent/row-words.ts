import { type AgentCheck, type AgentOutcome, lengthOff } from '@mixreel/contract';
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

const CHECKING: Told[] = [{ text: '检查中', tone: null }];

/** How long a row's video will be, and how long it was to be where that is something else. */
export function lengthWords(check: AgentCheck | undefined): Told[] {
  if (!check) return CHECKING;
  const off = lengthOff(check);
  const seconds = `${Math.round(check.seconds)} 秒`;
  if (off === null) return [{ text: seconds, tone: null }];
  return [
    { text: seconds, tone: 'warning' },
    { text: `要 ${check.wanted} 秒`, tone: null },
  ];
}

/** How like the others, or those of before, it will be. */
export function likenessWords(check: AgentCheck | undefined): Told[] {
  if (!check) return CHECKING;
  const { likeness, level, closest } = check;
  const like = closest === null ? '与以前的视频' : `与第 ${closest} 行`;
  return [
    { text: `${formatShare(likeness)} · L${level}`, tone: level >= TOO_ALIKE ? 'bad' : 'neutral' },
    ...(likeness > 0 ? [{ text: like, tone: null }] : []),
  ];
}

/** Whether there is something to look at before it is made. */
export function checkWords(check: AgentCheck | undefined): Told[] {
  if (!check) return CHECKING;
  const { guesses, warnings, problem } = check;
  const found: Told[] = [
    ...(problem ? [{ text: '做不了', tone: 'bad' as const }] : []),
    ...(!problem && guesses > 0 ? [{ text: `${guesses} 句画面凑合`, tone: 'warning' as const }] : []),
    ...(!problem && warnings.length > 0 ? [{ text: `${warnings.length} 处提醒`, tone: 'warning' as const }] : []),
  ];
  return found.length > 0 ? found : [{ text: '没有问题', tone: null }];
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
