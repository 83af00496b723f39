import { distinctPictures } from '#plan/ceiling.ts';
import { countCombinations } from '#plan/count.ts';
import { formatCount } from '#plan/figures.ts';
import { videoCeiling } from '#plan/limits.ts';
import { HEADER_SLOT, FOOTER_SLOT } from '#plan/mix.ts';
import type { MixPlan, PlanClip } from '#plan/mix.ts';
import { buildSpace } from '#plan/space.ts';
import type { Slot } from '#plan/space.ts';

/** What one more clip in one place would bring. */
export type NextClip = {
  slotId: string;
  name: string;
  clips: number;
  /** Further videos, however alike. */
  moreCombinations: bigint;
  /** Further videos that stay within the allowed share. */
  moreVideos: bigint;
  /** How much less alike two videos are on average, 0 to 1. */
  lessLikeness: number;
  sentence: string;
};

/**
 * 加拍建议: every place of the mix, the one whose next clip helps most first.
 *
 * What counts is how many more videos fit under the allowed share, then how much less alike the videos become; the bare
 * number of combinations decides only between equals, because it grows most where there is already plenty.
 */
export function adviseNextClip(plan: MixPlan): NextClip[] {
  const space = buildSpace(plan);
  const combinations = countCombinations(space).combinations;
  const videos = videoCeiling(space);
  const totalSeconds = space.slots.reduce((sum, slot) => sum + meanSeconds(slot), 0);

  return space.slots
    .map((slot) => {
      const more = buildSpace(withOneMore(plan, slot));
      const pictures = distinctPictures(slot);
      const share = totalSeconds === 0 ? 0 : meanSeconds(slot) / totalSeconds;
      const advice = {
        slotId: slot.id,
        name: slot.name,
        clips: slot.poolSize,
        moreCombinations: countCombinations(more).combinations - combinations,
        moreVideos: videoCeiling(more) - videos,
        lessLikeness: slot.isPinned ? 0 : pictures === 0 ? share : share / pictures - share / (pictures + 1),
      };
      return { ...advice, sentence: slot.isPinned ? pinnedSentence(slot) : sentenceFor(advice) };
    })
    .toSorted(
      (a, b) =>
        Number(b.moreVideos > a.moreVideos) - Number(b.moreVideos < a.moreVideos) ||
        b.lessLikeness - a.lessLikeness ||
        Number(b.moreCombinations > a.moreCombinations) - Number(b.moreCombinations < a.moreCombinations),
    );
}

function withOneMore(plan: MixPlan, slot: Slot): MixPlan {
  const model = slot.choices[0]?.clip ?? { startSeconds: 0, endSeconds: 3 };
  const id = '\u0000next';
  const added: PlanClip = { ...model, id, content: id };
  if (slot.id === HEADER_SLOT) return { ...plan, header: [...(plan.header ?? []), added] };
  if (slot.id === FOOTER_SLOT) return { ...plan, footer: [...(plan.footer ?? []), added] };
  const shootings = plan.shootings.map((shooting) =>
    shooting.id === slot.id ? { ...shooting, clips: [...shooting.clips, added] } : shooting,
  );
  return { ...plan, shootings };
}

function sentenceFor({ name, moreVideos, moreCombinations, lessLikeness }: Omit<NextClip, 'sentence'>): string {
  if (moreVideos > 0n) return `「${name}」再拍 1 个片段，最多可多出 ${formatCount(moreVideos)} 条不重样的视频。`;
  if (moreCombinations === 0n) return `「${name}」加片段暂时没有用，别的镜头还缺片段。`;
  const points = Number((lessLikeness * 100).toFixed(1));
  return `「${name}」再拍 1 个片段，多 ${formatCount(moreCombinations)} 种组合，平均重复降低 ${points}%。`;
}

/** A place with pins uses only those. */
function pinnedSentence({ name }: Slot): string {
  return `「${name}」只用固定的片段，加拍的片段要一起固定才会用上。`;
}

function meanSeconds({ choices }: Slot): number {
  return choices.reduce((sum, choice) => sum + choice.typical.seconds, 0) / Math.max(1, choices.length);
}
