import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecondFacts } from '#analysis/picture-meter.ts';

const KEPT = 4;

/** Orders the candidate covers of a folder by how well they show the file, and removes all but the best. */
export async function bestCovers(
  folder: string,
  stepSeconds: number,
  seconds: SecondFacts[],
): Promise<{ path: string; seconds: number }[]> {
  const names = (await readdir(folder)).filter((name) => /^cover-\d+\.jpg$/.test(name)).toSorted();
  const candidates = names.map((name, i) => ({ path: join(folder, name), seconds: i * stepSeconds }));
  const scored = candidates.map((cover) => ({ cover, score: coverScore(seconds[Math.floor(cover.seconds)]) }));
  const sorted = scored.toSorted((a, b) => b.score - a.score).map(({ cover }) => cover);
  await Promise.all(sorted.slice(KEPT).map(({ path }) => rm(path, { force: true })));
  return sorted.slice(0, KEPT);
}

/** Sharp, steady and neither dark nor burnt out. */
function coverScore(facts: SecondFacts | undefined): number {
  if (!facts) return 0;
  const exposure = 1 - Math.abs(facts.brightness - 118) / 128;
  return Math.max(0, exposure) * Math.log1p(facts.sharpness) - facts.shake * 0.1 - facts.motion * 0.02;
}
