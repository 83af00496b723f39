import {
  CAPTION_PRESETS,
  layoutCaption,
  likenessMatrix,
  planCandidates,
  reportLimits,
  type MixPlan,
  type PlanShooting,
} from '@mixreel/media';
import type { Bar } from './bar.ts';

/** Choosing videos out of very many, and the other thinking that a person waits for. */
export async function run(): Promise<Bar[]> {
  const large = plainPlan(Array.from({ length: 9 }, () => 10));
  const demo = plainPlan(Array.from({ length: 5 }, () => 4));
  planCandidates(demo, { count: 50 });

  const [seconds, candidates] = timed(() => planCandidates(large, { count: 200 }));
  const [matrixSeconds] = timed(() =>
    likenessMatrix(
      large,
      candidates.map(({ picks }) => picks),
    ),
  );
  const [limitSeconds] = timed(() => reportLimits(plainPlan(Array.from({ length: 40 }, () => 200))));
  const fifty = planCandidates(demo, { count: 50 });
  return [
    bar('plan 200 videos out of 10^9', seconds, 's', 1),
    bar('most that two of the 200 share', worst(candidates) * 100, '%', 34),
    bar('uses of a clip differ by', unevenness(large, candidates), 'uses', 3),
    bar('most that two of 50 out of 5 × 4 share', worst(fifty) * 100, '%', 40.1),
    bar('likeness of all pairs of 200', matrixSeconds, 's', 0.5),
    bar('count and limits of 40 shots × 200 clips', limitSeconds, 's', 0.5),
    bar('lay out one caption', captionSeconds() * 1000, 'ms', 3),
  ];
}

function plainPlan(sizes: number[]): MixPlan {
  const shootings = sizes.map((size, shot): PlanShooting => ({
    id: `s${shot}`,
    duration: { rule: 'clip' },
    clips: Array.from({ length: size }, (_, clip) => {
      const id = `s${shot}c${clip}`;
      return { id, content: id, startSeconds: 0, endSeconds: 3 };
    }),
  }));
  return { shootings, maxSharePercent: 60 };
}

function captionSeconds(): number {
  const style = CAPTION_PRESETS[0]!.style;
  const layOut = (i: number) =>
    layoutCaption(
      {
        text: `这款保温杯只要${i}元，买二送一，点击下方小黄车！`,
        style,
        position: { kind: 'preset', preset: 'lower' },
        startSeconds: 0,
        endSeconds: 3,
      },
      { width: 1080, height: 1920 },
      'douyin',
    );
  layOut(0);
  const [seconds] = timed(() => Array.from({ length: 200 }, (_, i) => layOut(i)));
  return seconds / 200;
}

function timed<T>(work: () => T): [number, T] {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1e6, result];
}

function worst(candidates: { mostLikeness: number }[]): number {
  return Math.max(...candidates.map(({ mostLikeness }) => mostLikeness));
}

function unevenness({ shootings }: MixPlan, candidates: { picks: { clipId: string }[] }[]): number {
  const spreads = shootings.map(({ clips }, slot) => {
    const uses = clips.map(({ id }) => candidates.filter(({ picks }) => picks[slot]!.clipId === id).length);
    return Math.max(...uses) - Math.min(...uses);
  });
  return Math.max(...spreads);
}

function bar(name: string, figure: number, unit: string, limit: number): Bar {
  return { name, figure, unit, bar: limit, better: 'lower' };
}
