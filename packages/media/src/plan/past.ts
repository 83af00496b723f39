import { piecesOf, plainText } from '#likeness/text.ts';
import type { DraftLikeness } from '#plan/draft-likeness.ts';
import type { Draft } from '#plan/draft.ts';
import { type Forecast, saidKey } from '#plan/forecast.ts';
import { overlapShare } from '#plan/shown.ts';
import type { Space } from '#plan/space.ts';

/** A video that there is already, as far as drafts of a space can be like it. */
export type Past = {
  /** Likeness of a draft with it, 0 to 1. */
  share(draft: Draft): number;
  /** What having this choice on this axis adds to that, all else as in the draft. */
  gain(draft: Draft, axis: number, position: number): number;
};

/** Of the past so many are heeded, those that a draft can be most like: each is asked about for every choice. */
const MOST = 60;

/** Those of the past that drafts can be like. */
export function pastOf(space: Space, likeness: DraftLikeness): Past[] {
  const { plan, slots, axes } = space;
  const { pictureShare, soundShare, textShare } = likeness;
  const total = slots.reduce((sum, { choices }) => sum + meanOf(choices.map(({ typical }) => typical.seconds)), 0);
  const pieces = slots.map(({ scripts }) => scripts.map(({ text = '' }) => piecesOf(plainText(text))));
  const allPieces = Math.max(
    1,
    pieces.reduce((sum, list) => sum + meanOf(list.map(({ size }) => size)), 0),
  );
  const said = slots.reduce((sum, { scripts }) => sum + meanOf(scripts.map((one) => one.spokenSeconds ?? 0)), 0);
  const voices = plan.voices?.length ? plan.voices.map(({ id }) => id) : [''];
  const voiceAxis = axes.findIndex(({ kind }) => kind === 'voice');
  const wordingAxes = slots.map((_, slot) => axes.findIndex((axis) => axis.kind === 'wording' && axis.slot === slot));

  const wordingOf = (draft: Draft, slot: number) => (wordingAxes[slot]! < 0 ? 0 : draft[wordingAxes[slot]!]!);
  const voiceOf = (draft: Draft) => (voiceAxis < 0 ? 0 : draft[voiceAxis]!);

  const near = (plan.past ?? [])
    .flatMap((forecast) => tablesOf(forecast) ?? [])
    .toSorted((a, b) => b.most - a.most)
    .slice(0, MOST);
  return near.map(({ pictures, words, sounds }): Past => {
    const heardIn = (draft: Draft, voice: number) =>
      slots.reduce((sum, _, slot) => sum + (sounds[slot]![wordingOf(draft, slot)]?.[voice] ?? 0), 0);
    return {
      share: (draft) =>
        slots.reduce(
          (sum, _, slot) => sum + pictures[slot]![draft[slot]!]! + (words[slot]![wordingOf(draft, slot)] ?? 0),
          heardIn(draft, voiceOf(draft)),
        ),
      gain(draft, axis, position) {
        if (axis < slots.length) return pictures[axis]![position]!;
        const found = axes[axis]!;
        if (found.kind === 'wording') {
          return words[found.slot]![position]! + sounds[found.slot]![position]![voiceOf(draft)]!;
        }
        return found.kind === 'voice' ? heardIn(draft, position) : 0;
      },
    };
  });

  /** What each choice has in common with a video, weighed; undefined when nothing has. */
  function tablesOf({ shown, said: theirs, text }: Forecast) {
    const keys = new Set(theirs.map(({ key }) => key));
    const read = piecesOf(plainText(text));
    const pictures = slots.map(({ choices }) =>
      Float64Array.from(
        choices,
        ({ typical }) => (pictureShare * typical.seconds * overlapShare(typical, shown)) / total,
      ),
    );
    const most = pictures.reduce((sum, row) => sum + Math.max(0, ...row), 0);
    if (most === 0) return undefined;
    const words = pieces.map((list) =>
      Float64Array.from(list, (own) => (textShare * own.intersection(read).size) / allPieces),
    );
    const sounds = slots.map(({ scripts }) =>
      scripts.map((script) =>
        Float64Array.from(voices, (voice) =>
          keys.has(saidKey(script, voice)) && said > 0 ? (soundShare * (script.spokenSeconds ?? 0)) / said : 0,
        ),
      ),
    );
    return { most, pictures, words, sounds };
  }
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
