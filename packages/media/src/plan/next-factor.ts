import { countCombinations } from '#plan/count.ts';
import { formatCount } from '#plan/figures.ts';
import { videoCeiling } from '#plan/limits.ts';
import type { MixPlan, PlanShooting } from '#plan/mix.ts';
import { buildSpace } from '#plan/space.ts';

/** What one more voice, or one more wording of a line, would bring. */
export type NextFactor = {
  kind: 'voice' | 'wording';
  /** The shooting whose line it is; empty for the whole video. */
  slotId: string;
  name: string;
  /** How many there are. */
  has: number;
  moreVideos: bigint;
  moreCombinations: bigint;
  sentence: string;
};

/** What would bring more videos within the allowed likeness besides clips, the one that brings most first. */
export function adviseNextFactor(plan: MixPlan): NextFactor[] {
  const space = buildSpace(plan);
  const before = { videos: videoCeiling(space), combinations: countCombinations(space).combinations };
  if (before.combinations === 0n) return [];
  const brings = (next: MixPlan) => {
    const more = buildSpace(next);
    return {
      moreVideos: videoCeiling(more) - before.videos,
      moreCombinations: countCombinations(more).combinations - before.combinations,
    };
  };
  const voices = plan.voices ?? [];
  const spoken = plan.shootings.filter(({ scripts = [] }) => scripts.some(({ text = '' }) => text !== ''));
  const isSpoken = spoken.some(({ scripts = [] }) => scripts.some(({ spokenSeconds = 0 }) => spokenSeconds > 0));
  const found = [
    ...(voices.length > 0 && isSpoken
      ? [
          {
            kind: 'voice' as const,
            slotId: '',
            name: '声音',
            has: voices.length,
            ...brings({ ...plan, voices: [...voices, { id: NEXT }] }),
          },
        ]
      : []),
    ...spoken.map((shooting) => ({
      kind: 'wording' as const,
      slotId: shooting.id,
      name: shooting.name ?? '',
      has: shooting.scripts!.length,
      ...brings({ ...plan, shootings: plan.shootings.map((one) => (one === shooting ? withWording(one) : one)) }),
    })),
  ];
  return found
    .filter(({ moreVideos }) => moreVideos > 0n)
    .toSorted((a, b) => Number(b.moreVideos > a.moreVideos) - Number(b.moreVideos < a.moreVideos))
    .map((one) => ({ ...one, sentence: sentenceOf(one) }));
}

const NEXT = '\u0000next';

/** With one wording more that has nothing in common with the others. */
function withWording(shooting: PlanShooting): PlanShooting {
  const [model] = shooting.scripts!;
  const length = Array.from(model!.text ?? '').length;
  const text = Array.from({ length }, (_, n) => String.fromCodePoint(0xf0000 + n)).join('');
  return { ...shooting, scripts: [...shooting.scripts!, { ...model!, id: NEXT, text }] };
}

function sentenceOf({ kind, name, moreVideos }: Omit<NextFactor, 'sentence'>): string {
  const videos = `最多可多出 ${formatCount(moreVideos)} 条不重样的视频。`;
  return kind === 'voice' ? `再加 1 种声音，${videos}` : `「${name}」再写 1 种说法，${videos}`;
}
