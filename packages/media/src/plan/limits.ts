import { distinctPictures, shareCeiling } from '#plan/ceiling.ts';
import { countCombinations } from '#plan/count.ts';
import { formatCount, formatSeconds } from '#plan/figures.ts';
import type { MixPlan } from '#plan/mix.ts';
import { buildSpace } from '#plan/space.ts';
import type { Slot, Space } from '#plan/space.ts';

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
  kind: 'empty' | 'conflict' | 'share' | 'single' | 'forbidden' | 'pinned' | 'excluded';
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
  const ceiling = videoCeiling(space, plan.maxSharePercent);
  const limits = [
    ...emptySlots(space),
    ...deadlock(space, plan, combinations),
    ...shareLimit(space, plan, combinations),
    ...singleSlots(space),
    ...removedBy('forbidden', plan, { ...plan, forbiddenPairs: [], allowRepeats: true }, combinations),
    ...removedBy('pinned', plan, { ...plan, pinnedClipIds: [] }, combinations),
    ...removedBy('excluded', plan, { ...plan, excludedClipIds: [] }, combinations),
  ];
  return { combinations, isExact, ceiling, limits };
}

/** The most videos that any plan of this space can hold: different ones, and within the allowed share. */
export function videoCeiling(space: Space, maxSharePercent: number): bigint {
  const { combinations } = countCombinations(space);
  if (combinations === 0n || space.slots.length === 0) return 0n;
  const byShare = shareCeiling(space, maxSharePercent);
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
  const sentence = areRepeats
    ? `${listNames(blocked)}只有同样的画面，一条视频里不能重复用：请给它们换上别的片段，或打开「一条里可以重复同一画面」。`
    : `${listNames(blocked)}的禁止搭配互相冲突，任何组合都不成立，请放开其中一对。`;
  return [{ kind: 'conflict', slotIds: blocked.map((slot) => slot.id), videos: 0n, sentence }];
}

function shareLimit(space: Space, { maxSharePercent }: MixPlan, combinations: bigint): Limit[] {
  if (combinations === 0n || space.slots.length === 0) return [];
  const ceiling = shareCeiling(space, maxSharePercent);
  if (!ceiling || ceiling.videos >= combinations) return [];
  const slots = ceiling.slots.map((slot) => space.slots[slot]!);
  const product = slots.map(distinctPictures).join(' × ');
  const sentence =
    ceiling.videos === 1n
      ? `${listNames(slots)}没有别的画面可换，已超过时长的 ${maxSharePercent}%，只能出 1 条。`
      : `任意两条最多重合 ${maxSharePercent}% 时，${listNames(slots)}的搭配（${product}）不能重复，最多 ${formatCount(ceiling.videos)} 条。`;
  return [{ kind: 'share', slotIds: slots.map((slot) => slot.id), videos: ceiling.videos, sentence }];
}

function singleSlots({ slots }: Space): Limit[] {
  const single = slots.filter((slot) => distinctPictures(slot) === 1);
  if (single.length === 0 || single.length === slots.length) return [];
  const seconds = single.reduce((sum, slot) => sum + slot.choices[0]!.typical.seconds, 0);
  const sentence = `${listNames(single)}只有 1 个画面，每条视频都会出现，共 ${formatSeconds(seconds)}。`;
  return [{ kind: 'single', slotIds: single.map((slot) => slot.id), videos: 0n, sentence }];
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
