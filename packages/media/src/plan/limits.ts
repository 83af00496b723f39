import { plainText } from '#likeness/text.ts';
import { distinctPictures, shareCeiling, type Ceiling } from '#plan/ceiling.ts';
import { countCombinations } from '#plan/count.ts';
import { formatCount, formatSeconds } from '#plan/figures.ts';
import type { MixPlan } from '#plan/mix.ts';
import { buildSpace } from '#plan/space.ts';
import type { Axis, Slot, Space } from '#plan/space.ts';

/** How many videos a mix can give, and what keeps it from giving more. */
export type LimitReport = {
  /** Different videos, when they may be as alike as they like. */
  combinations: bigint;
  /** False when too many forbidden pairs interlock to count; `combinations` is then an upper bound. */
  isExact: boolean;
  /** No set of videos within the allowed share can be larger than this. */
  ceiling: bigint;
  /** What holds the numbers down, the strongest reason first. */
  limits: Limit[];
};

/** One reason, as data and as a sentence for a person. */
export type Limit = {
  kind: 'empty' | 'conflict' | 'share' | 'single' | 'same' | 'forbidden' | 'pinned' | 'excluded';
  slotIds: string[];
  /** What the reason concerns: videos that remain for `share`, combinations that it removes otherwise. */
  videos: bigint;
  sentence: string;
};

/** Count the videos of a mix and say what limits them. */
export function reportLimits(plan: MixPlan): LimitReport {
  if (plan.shootings.length === 0) {
    const sentence = '还没有镜头，请先添加镜头和片段。';
    const limits: Limit[] = [{ kind: 'empty', slotIds: [], videos: 0n, sentence }];
    return { combinations: 0n, isExact: true, ceiling: 0n, limits };
  }
  const space = buildSpace(plan);
  const { combinations, isExact } = countCombinations(space);
  const ceiling = videoCeiling(space);
  const limits = [
    ...emptySlots(space),
    ...deadlock(space, plan, combinations),
    ...shareLimit(space, plan, combinations),
    ...singleSlots(space),
    ...sameLines(space),
    ...removedBy('forbidden', plan, { ...plan, forbiddenPairs: [], allowRepeats: true }, combinations),
    ...removedBy('pinned', plan, { ...plan, pinnedClipIds: [] }, combinations),
    ...removedBy('excluded', plan, { ...plan, excludedClipIds: [] }, combinations),
  ];
  return { combinations, isExact, ceiling, limits };
}

/** The most videos that any plan of this space can hold: different ones, and within the allowed share. */
export function videoCeiling(space: Space): bigint {
  const { combinations } = countCombinations(space);
  if (combinations === 0n || space.slots.length === 0) return 0n;
  const byShare = shareCeiling(space);
  return byShare && byShare.videos < combinations ? byShare.videos : combinations;
}

function emptySlots({ slots }: Space): Limit[] {
  return slots
    .filter((slot) => slot.choices.length === 0)
    .map((slot) => ({
      kind: 'empty',
      slotIds: [slot.id],
      videos: 0n,
      sentence:
        slot.poolSize === 0
          ? `「${slot.name}」还没有片段，添加后才能组合。`
          : `「${slot.name}」的 ${slot.poolSize} 个片段都被排除了，请恢复至少一个。`,
    }));
}

function deadlock({ slots }: Space, plan: MixPlan, combinations: bigint): Limit[] {
  if (combinations > 0n || slots.some((slot) => slot.choices.length === 0)) return [];
  const blocked = slots.filter((slot) => slot.choices.some((choice) => choice.conflicts.size > 0));
  const areRepeats = countCombinations(buildSpace({ ...plan, allowRepeats: true })).combinations > 0n;
  const fixed = blocked.filter(({ isPinned }) => isPinned);
  const isPinning =
    fixed.length > 1 && countCombinations(buildSpace({ ...plan, pinnedClipIds: [] })).combinations > 0n && !areRepeats;
  const sentence = isPinning
    ? `${listNames(fixed)}固定了片段，这些片段又不许一起出现，任何组合都不成立：请取消一处固定，或放开那一对。`
    : areRepeats
      ? `${listNames(blocked)}只有同样的画面，一条视频里不能重复用：请给它们换上别的片段，或打开「一条里可以重复同一画面」。`
      : `${listNames(blocked)}的禁止搭配互相冲突，任何组合都不成立，请放开其中一对。`;
  return [{ kind: 'conflict', slotIds: blocked.map((slot) => slot.id), videos: 0n, sentence }];
}

function shareLimit(space: Space, { maxSharePercent }: MixPlan, combinations: bigint): Limit[] {
  if (combinations === 0n || space.slots.length === 0) return [];
  const ceiling = shareCeiling(space);
  if (!ceiling || ceiling.videos >= combinations) return [];
  const slots = ceiling.slots.map((slot) => space.slots[slot]!);
  const sentence = shareSentence(space, ceiling, slots, maxSharePercent);
  return [{ kind: 'share', slotIds: slots.map((slot) => slot.id), videos: ceiling.videos, sentence }];
}

const FACTOR_NAMES: Partial<Record<Axis['kind'], string>> = {
  wording: '说法',
  voice: '声音',
  music: '音乐',
  pace: '语速',
};

function shareSentence(space: Space, { videos, same, heardAndRead }: Ceiling, slots: Slot[], most: number): string {
  const factors = same.flatMap((kind) => FACTOR_NAMES[kind] ?? []).join('、');
  const pictures = slots.length > 0 ? `${listNames(slots)}的画面（${slots.map(distinctPictures).join(' × ')}）` : '';
  const parts = [factors, pictures].filter(Boolean).join('和');
  const count = videos === 1n ? '只能出 1 条' : `再怎么挑也不会超过 ${formatCount(videos)} 条`;
  const heard = Math.round(100 * heardAndRead);
  if (slots.length === 0) {
    const common = space.plan.voices && space.plan.voices.length > 1 && !same.includes('voice') ? '台词' : '台词和声音';
    return `${common}相同，重复度就已经 ${heard}%，超过 ${most}%：${parts ? `${parts}不能再一样，` : ''}${count}。`;
  }
  if (videos === 1n) return `${listNames(slots)}没有别的画面可换，任意两条都超过 ${most}%，${count}。`;
  const because = heard > 0 ? `（其中台词和声音已占 ${heard}%）` : '';
  return `任意两条重复度最多 ${most}%${because || ' '}时，${parts}的搭配不能重复，${count}。`;
}

function singleSlots({ slots }: Space): Limit[] {
  const single = slots.filter((slot) => distinctPictures(slot) === 1);
  if (single.length === 0) return [];
  if (single.length === slots.length) {
    const sentence = '每个镜头都只有 1 个画面，条条画面都一样：给任意一个镜头加片段，才有不一样的画面。';
    return [{ kind: 'same', slotIds: single.map((slot) => slot.id), videos: 0n, sentence }];
  }
  const seconds = single.reduce((sum, slot) => sum + slot.choices[0]!.typical.seconds, 0);
  const sentence = `${listNames(single)}只有 1 个画面，每条视频都会出现，共 ${formatSeconds(seconds)}。`;
  return [{ kind: 'single', slotIds: single.map((slot) => slot.id), videos: 0n, sentence }];
}

/** Wordings that say the same bring nothing, and a line that every shot says is heard over and over. */
function sameLines({ slots }: Space): Limit[] {
  const texts = slots.map(({ scripts }) => scripts.map(({ text = '' }) => plainText(text)).filter(Boolean));
  const spoken = texts.filter((lines) => lines.length > 0);
  const isOneLine = spoken.length > 1 && new Set(spoken.flat()).size === 1;
  const double = slots.filter((_, n) => new Set(texts[n]).size < texts[n]!.length);
  return [
    ...(isOneLine
      ? [sameLimit(slots, `${spoken.length} 个镜头的台词都一样，每条视频都会反复说同一句：请改一改台词。`)]
      : []),
    ...(double.length > 0 && !isOneLine
      ? [sameLimit(double, `${listNames(double)}有几种说法是一样的，一样的只算一种。`)]
      : []),
  ];
}

function sameLimit(those: Slot[], sentence: string): Limit {
  return { kind: 'same', slotIds: those.map((slot) => slot.id), videos: 0n, sentence };
}

function removedBy(
  kind: 'forbidden' | 'pinned' | 'excluded',
  plan: MixPlan,
  without: MixPlan,
  combinations: bigint,
): Limit[] {
  const removed = countCombinations(buildSpace(without)).combinations - combinations;
  if (removed <= 0n) return [];
  const amount = formatCount(removed);
  const sentences = {
    forbidden: `禁止搭配和不重复画面的要求去掉了 ${amount} 种组合。`,
    pinned: `固定片段去掉了 ${amount} 种组合。`,
    excluded: `排除的片段去掉了 ${amount} 种组合。`,
  };
  const slots = buildSpace(plan).slots.filter((slot) => {
    if (kind === 'pinned') return slot.isPinned;
    if (kind === 'excluded') return !slot.isPinned && slot.choices.length < slot.poolSize;
    return slot.choices.some((choice) => choice.conflicts.size > 0);
  });
  return [{ kind, slotIds: slots.map((slot) => slot.id), videos: removed, sentence: sentences[kind] }];
}

function listNames(slots: Slot[]): string {
  const names = slots.slice(0, 4).map((slot) => `「${slot.name}」`);
  return slots.length > 4 ? `${names.join('')}等 ${slots.length} 个镜头` : names.join('');
}
