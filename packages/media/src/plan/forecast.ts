import type { Combination, FactorKind, MixPlan, PlanClip, PlanScript } from '#plan/mix.ts';
import { FACTORS, FOOTER_SLOT, HEADER_SLOT } from '#plan/mix.ts';
import { shownBy } from '#plan/shown.ts';
import type { Shown } from '#plan/shown.ts';

/** Something said: who says what, as a name that only the same sound has, and when. */
export type Said = { key: string; fromSeconds: number; seconds: number };

/** Music under a video: from where in the piece, and how far below what is said, in decibels. */
export type Played = { content: string; startSeconds: number; underSpeech: number };

/** What will be seen, heard and read in a video, as far as its likeness with others goes. */
export type Forecast = {
  shown: Shown[];
  said: Said[];
  /** Shots whose own sound is heard. */
  own: Shown[];
  music: Played | null;
  text: string;
  /** How much faster than others of its mix it is spoken; 1 where that is left out. */
  pace?: number;
};

/** Which choice of each factor a video has; those that are not named are the first. */
function factorsOf(combination: Combination): Partial<Record<FactorKind, string>> {
  const found = combination.filter(({ slotId }) => isFactor(slotId));
  return Object.fromEntries(found.map(({ slotId, clipId }) => [slotId, clipId]));
}

export function isFactor(slotId: string): slotId is FactorKind {
  return (FACTORS as readonly string[]).includes(slotId);
}

/** A function that foretells the videos of a plan; it throws on a pick that the plan does not know. */
export function forecaster(plan: MixPlan): (combination: Combination) => Forecast {
  const slots = new Map(
    [
      { id: HEADER_SLOT, clips: plan.header ?? [], scripts: [], duration: { rule: 'clip' } as const },
      ...plan.shootings,
      { id: FOOTER_SLOT, clips: plan.footer ?? [], scripts: [], duration: { rule: 'clip' } as const },
    ].map((slot) => [slot.id, { ...slot, clips: byId<PlanClip>(slot.clips), scripts: byId<PlanScript>(slot.scripts) }]),
  );
  const place = ({ slotId, clipId, scriptId }: Combination[number], pace: number) => {
    const slot = slots.get(slotId);
    const clip = slot?.clips.get(clipId);
    if (!slot || !clip) throw new Error(`The plan has no clip ${clipId} in ${slotId}`);
    const script = scriptId === undefined ? undefined : atPace(slot.scripts.get(scriptId), pace);
    return { clip, script, shown: shownBy(clip, slot.duration, script) };
  };

  return (combination) => {
    const factors = factorsOf(combination);
    const voice = chosen(plan.voices, factors.voice)?.id ?? '';
    const music = chosen(plan.music, factors.music);
    const title = chosen(plan.titles, factors.title)?.text ?? '';
    const pace = chosen(plan.paces, factors.pace)?.rate ?? 1;
    chosen(plan.styles, factors.style);
    const places = combination.filter(({ slotId }) => !isFactor(slotId)).map((pick) => place(pick, pace));
    const said: Said[] = [];
    let at = 0;
    for (const { script, shown } of places) {
      const seconds = Math.min(shown.seconds, script?.spokenSeconds ?? 0);
      if (script && seconds > 0) said.push({ key: saidKey(script, voice), fromSeconds: at, seconds });
      at += shown.seconds;
    }
    return {
      shown: places.map(({ shown }) => shown),
      said,
      own: places.filter(({ clip, script }) => clip.isHeard && !script?.spokenSeconds).map(({ shown }) => shown),
      music: music
        ? { content: music.content, startSeconds: music.startSeconds, underSpeech: music.underSpeech }
        : null,
      text: places.map(({ script }) => script?.text ?? '').join('') + title,
      pace,
    };
  };
}

/** A wording as it is said at another pace: what is said takes more or less time, the pause behind it does not. */
export function atPace<T extends PlanScript | undefined>(script: T, pace: number): T {
  const spoken = script?.spokenSeconds ?? 0;
  if (!script || pace === 1 || spoken === 0) return script;
  return { ...script, seconds: script.seconds + spoken / pace - spoken, spokenSeconds: spoken / pace };
}

/** The name of a sound: whoever says the same in the same voice sounds the same. */
export function saidKey({ text = '', sound }: Pick<PlanScript, 'text' | 'sound'>, voice: string): string {
  return sound ?? `${voice}\n${text}`;
}

function chosen<T extends { id: string }>(choices: T[] = [], id?: string): T | undefined {
  if (id === undefined) return choices[0];
  const found = choices.find((choice) => choice.id === id);
  if (!found) throw new Error(`The plan has no ${id} to choose`);
  return found;
}

function byId<T extends { id: string }>(items: T[] = []): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
