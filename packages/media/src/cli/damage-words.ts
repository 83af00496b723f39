import { basename } from 'node:path';
import { findDamage, soundStretches } from '#analysis/damage.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { type Damage, joinDamage } from '#render/damage.ts';
import type { Source } from '#render/shot.ts';

/** What is to be said of broken pictures, source by source, with what could be used instead. */
export async function describeDamage(tools: Tools, videos: Damage[][], sources: Source[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { hash, from, to } of joinDamage(videos.flat())) {
    const source = sources.find((one) => one.hash === hash);
    if (!source) continue;
    const numbers = videos.flatMap((damage, i) => (damage.some((one) => one.hash === hash) ? [i + 1] : []));
    const [best] = soundStretches(await findDamage(tools, source.path), source.facts.seconds);
    const instead = best ? `可以改用 ${seconds(best.from)} 到 ${seconds(best.to)} 秒，或换一个片段` : '请换一个片段';
    lines.push(
      `注意：${basename(source.path)} 第 ${seconds(from)} 到 ${seconds(to)} 秒的画面损坏，第 ${numbers.join('、')} 条用到了；${instead}`,
    );
  }
  return lines;
}

function seconds(value: number): string {
  return value.toFixed(1);
}
