import { atPace, isFactor } from '#plan/forecast.ts';
import type { Combination, FactorKind, MixPlan } from '#plan/mix.ts';
import { shownBy } from '#plan/shown.ts';

/** CPU seconds for a second of new picture and of new speech, on a usual machine: what counts is how they compare. */
export const PICTURE_COST = 2.4;
export const SPEECH_COST = 1.3;

/** What has to be made for a set of videos: each part once, however many have it. */
export type PlanCost = { shots: number; pictureSeconds: number; speechSeconds: number };

/** What these videos need: pictures by clip, wording and whatever is drawn on them, speech by wording and voice. */
export function costOf(plan: MixPlan, videos: Combination[]): PlanCost {
  const shots = new Map<string, number>();
  const lines = new Map<string, number>();
  const slots = new Map(plan.shootings.map((one) => [one.id, one]));
  const pools = new Map([...(plan.header ?? []), ...(plan.footer ?? [])].map((clip) => [clip.id, clip]));
  for (const video of videos) {
    const of = (kind: FactorKind) => video.find(({ slotId }) => slotId === kind)?.clipId;
    const rate = plan.paces?.find(({ id }) => id === of('pace'))?.rate ?? 1;
    const drawn = [of('pace'), of('style'), of('title')].join(' ');
    const [own = ''] = plan.voices?.map(({ id }) => id) ?? [];
    for (const { slotId, clipId, scriptId } of video.filter((pick) => !isFactor(pick.slotId))) {
      const slot = slots.get(slotId);
      const clip = slot ? slot.clips.find(({ id }) => id === clipId) : pools.get(clipId);
      if (!clip) continue;
      const script = slot?.scripts?.find(({ id }) => id === scriptId);
      const { seconds } = shownBy(clip, slot?.duration ?? { rule: 'clip' }, atPace(script, rate));
      shots.set(`${slotId} ${clipId} ${scriptId} ${drawn}`, seconds);
      if (!script?.spokenSeconds || script.sound !== undefined) continue;
      // The voice of the mix decides how long everything lasts.
      for (const voice of [own, of('voice') ?? own]) {
        if (!script.spokenIn?.includes(voice)) lines.set(`${scriptId} ${voice}`, script.spokenSeconds);
      }
    }
  }
  return { shots: shots.size, pictureSeconds: sum(shots.values()), speechSeconds: sum(lines.values()) };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
