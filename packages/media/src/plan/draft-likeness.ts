import { piecesOf, plainText } from '#likeness/text.ts';
import { DEFAULT_WEIGHTS } from '#likeness/weigh.ts';
import type { Draft } from '#plan/draft.ts';
import type { PlanMusic } from '#plan/mix.ts';
import { foundAtPace, foundUnder, PAUSE_SECONDS } from '#plan/predict.ts';
import type { Axis, Slot, Space } from '#plan/space.ts';

/** Pieces of three signs that begin in one line and end in the next. */
const BORDER_PIECES = 2;

/** What a wording adds to words and sound. */
type Wording = { pieces: Set<string>; spoken: number; isOwnSound: boolean };

/**
 * How words and sound make two drafts alike: what `predict.ts` says, kept in tables by slot, so that a search can ask for
 * millions of pairs. Pieces of text that lie over the border of two lines are left out.
 */
export type DraftLikeness = {
  /** What pictures, sound and words count of the whole. */
  pictureShare: number;
  soundShare: number;
  textShare: number;
  /** Likeness of words and sound, weighed: up to 1 − `pictureShare`. */
  heardAndRead(a: Draft, b: Draft): number;
  /**
   * What words and sound make of any two drafts at least, all of whose wordings, voices, music and pace are the same
   * where that is said, and of which nothing is known otherwise.
   */
  least(same: { wordings: boolean; voice: boolean; music: boolean; pace: boolean }): number;
  /** How much more alike two drafts are when this axis has this position, all else as in the first. */
  gain(draft: Draft, axis: number, position: number, other: Draft): number;
};

export function createDraftLikeness({ plan, slots, axes, gaps }: Space): DraftLikeness {
  const wordings = slots.map(({ scripts }) =>
    scripts.map((script): Wording => ({
      pieces: piecesOf(plainText(script.text ?? '')),
      spoken: script.spokenSeconds ?? 0,
      isOwnSound: script.sound !== undefined,
    })),
  );
  const titles = (plan.titles ?? []).map(({ text }) => piecesOf(plainText(text)));
  const axisOf = (kind: Axis['kind'], slot?: number) =>
    axes.findIndex((axis) => axis.kind === kind && (slot === undefined || ('slot' in axis && axis.slot === slot)));
  const [voiceAxis, musicAxis, titleAxis] = [axisOf('voice'), axisOf('music'), axisOf('title')];
  const [paceAxis, gapAxis] = [axisOf('pace'), axisOf('gap')];
  const wordingAxes = Int16Array.from(slots, (_, slot) => axisOf('wording', slot));
  const slotOf = Int16Array.from(axes, (axis) => (axis.kind === 'wording' ? axis.slot : -1));

  // Tables by slot: pieces that two wordings have both, pieces of each, seconds in which each is heard.
  const shared = [...wordings.map((list) => sharedPieces(list.map(({ pieces }) => pieces))), sharedPieces(titles)];
  const sizes = shared.map((table) => table.map((row, n) => row[n]!));
  const spoken = wordings.map((list) => Float64Array.from(list, (one) => one.spoken));
  const isOwn = wordings.map((list) => list.map((one) => one.isOwnSound));
  const titleSlot = slots.length;
  const speaking = slots.flatMap((_, slot) => (wordings[slot]!.length > 0 ? [slot] : []));
  const worded = [...speaking, ...(titles.length > 0 ? [titleSlot] : [])];
  // What every draft says is summed up once: a search asks for the rest millions of times.
  const isFixed = (slot: number) => gapAxis < 0 && (slot === titleSlot ? titleAxis : wordingAxes[slot]!) < 0;
  const sumOf = (list: number[], amount: (slot: number) => number) =>
    list.filter(isFixed).reduce((sum, slot) => sum + amount(slot), 0);
  const fixedPieces = sumOf(worded, (slot) => sizes[slot]![0]!);
  const fixedSaid = sumOf(speaking, (slot) => spoken[slot]![0]!);
  const fixedOwn = sumOf(speaking, (slot) => (isOwn[slot]![0] ? spoken[slot]![0]! : 0));
  const freeSpeaking = speaking.filter((slot) => !isFixed(slot));
  const freeWorded = worded.filter((slot) => !isFixed(slot));
  const wordedAxes = freeWorded.map((slot) => (slot === titleSlot ? titleAxis : wordingAxes[slot]!));

  const seconds = slots.reduce((sum, slot) => sum + meanSeconds(slot), 0);
  const said = wordings.reduce((sum, list) => sum + meanOf(list.map((one) => one.spoken)), 0);
  const music = plan.music ?? [];
  const rates = plan.paces?.map(({ rate }) => rate) ?? [1];
  const paced = rates.map((a) => Float64Array.from(rates, (b) => (a === b ? 1 : foundAtPace(a / b))));
  const heardOf = music.map((a) => Float64Array.from(music, (b) => samePart(a, b, seconds)));
  const isOwnHeard = slots.some((slot) => slot.choices.some(({ clip }) => clip.isHeard));
  const heard = music.length > 0 ? seconds : said;
  const hasText = sizes.some((row) => row.some((size) => size > 0));
  const weights = plan.weights ?? DEFAULT_WEIGHTS;
  const hasSound = heard > 0 || isOwnHeard;
  const total = weights.picture + (hasSound ? weights.sound : 0) + (hasText ? weights.text : 0);
  // Where nothing is heard but the shots themselves, sound goes with the pictures.
  const withPictures = hasSound && heard === 0 ? weights.sound : 0;
  const pictureShare = total > 0 ? (weights.picture + withPictures) / total : 1;
  const soundShare = heard > 0 && total > 0 ? weights.sound / total : 0;
  const textShare = hasText && total > 0 ? weights.text / total : 0;
  const underOther = music.length > 0 ? foundUnder(music[0]!.underSpeech) : 1;
  const pauses = PAUSE_SECONDS * speaking.length;
  const silent = music.length > 0 ? Math.max(0, 1 - (said + pauses) / Math.max(0.001, seconds)) : 0;

  // What is said at another time has other music under it.
  const isMoved = axes.some(({ kind }) => kind === 'order' || kind === 'gap' || kind === 'pace');
  /** Which slots a draft leaves out; null where none can be. */
  const goneIn = (draft: Draft): Uint8Array | null => (gapAxis < 0 ? null : gaps[draft[gapAxis]!]!);
  /** Seconds in which both say the same, given whether their voices are the same. */
  const saidByBoth = (a: Draft, b: Draft, isSameVoice: boolean): number => {
    let sum = isSameVoice ? fixedSaid : fixedOwn;
    const goneA = goneIn(a);
    const goneB = goneIn(b);
    for (let n = 0; n < freeSpeaking.length; n++) {
      const slot = freeSpeaking[n]!;
      if (goneA && (goneA[slot] === 1 || goneB![slot] === 1)) continue;
      const axis = wordingAxes[slot]!;
      const wording = axis < 0 ? 0 : a[axis]!;
      if (axis >= 0 && wording !== b[axis]) continue;
      if (isSameVoice || isOwn[slot]![wording]) sum += spoken[slot]![wording]!;
    }
    return paceAxis < 0 ? sum : sum * paced[a[paceAxis]!]![b[paceAxis]!]!;
  };
  /** With the same music under it, or as much of it where nobody speaks as both have of one piece. */
  const soundOf = (both: number, isSameMusic: boolean, rest: number): number => {
    if (soundShare === 0) return 0;
    const words = said > 0 ? (both / said) * (1 - silent) : 0;
    return soundShare * (words * (isSameMusic ? 1 : underOther) + silent * rest);
  };
  const restOf = (a: number, b: number): number => (musicAxis < 0 ? 1 : heardOf[a]![b]!);
  const musicOf = (draft: Draft): number => (musicAxis < 0 ? 0 : draft[musicAxis]!);
  const meanPieces = sizes.reduce((sum, row) => sum + meanOf(row), 0);

  const textOf = (a: Draft, b: Draft): number => {
    if (textShare === 0) return 0;
    if (freeWorded.length === 0) return fixedPieces > 0 ? textShare : 0;
    let both = fixedPieces;
    let inA = fixedPieces;
    let inB = fixedPieces;
    const goneA = goneIn(a);
    const goneB = goneIn(b);
    for (let n = 0; n < freeWorded.length; n++) {
      const slot = freeWorded[n]!;
      const axis = wordedAxes[n]!;
      const one = axis < 0 ? 0 : a[axis]!;
      const other = axis < 0 ? 0 : b[axis]!;
      const isInA = !goneA || slot === titleSlot || goneA[slot] === 0;
      const isInB = !goneB || slot === titleSlot || goneB[slot] === 0;
      if (isInA && isInB) both += shared[slot]![one]![other]!;
      if (isInA) inA += sizes[slot]![one]!;
      if (isInB) inB += sizes[slot]![other]!;
    }
    return (textShare * both) / Math.max(1, Math.min(inA, inB));
  };

  return {
    pictureShare,
    soundShare,
    textShare,
    heardAndRead: (a, b) =>
      soundOf(saidByBoth(a, b, isSame(voiceAxis, a, b)), isSame(musicAxis, a, b), restOf(musicOf(a), musicOf(b))) +
      textOf(a, b),
    least({ wordings: isSameWords, voice, music: isSameMusic, pace }) {
      let [both, most, spokenBoth] = [0, 0, 0];
      for (const slot of worded) {
        const table = shared[slot]!;
        const isOne = isSameWords || table.length === 1;
        const pairs = table.flatMap((row, i) => [...row].filter((_, j) => (isOne ? i === j : i !== j)));
        both += Math.min(...pairs);
        most += Math.max(...sizes[slot]!);
        const isHeard = isOne && slot < slots.length && (voice || voiceAxis < 0) && (pace || paceAxis < 0);
        if (isHeard) spokenBoth += Math.min(...spoken[slot]!);
      }
      // Where some words differ, so do the pieces that lie over the borders of lines, and what comes when.
      const isWhole = !isMoved && worded.every((slot) => isSameWords || shared[slot]!.length === 1);
      const borders = isWhole ? 0 : BORDER_PIECES * Math.max(0, worded.length - 1);
      const words = most > 0 ? (textShare * both) / (most + borders) : 0;
      const isOneMusic = isSameMusic || musicAxis < 0;
      return words + soundOf(spokenBoth, isOneMusic && isWhole, Number(isOneMusic));
    },
    gain(draft, axis, position, other) {
      const slot = slotOf[axis]!;
      if (slot >= 0) {
        const words = (textShare * shared[slot]![position]![other[axis]!]!) / meanPieces;
        const isHeard = position === other[axis] && (isSame(voiceAxis, draft, other) || isOwn[slot]![position]!);
        return words + (isHeard ? soundOf(spoken[slot]![position]!, false, 0) : 0);
      }
      if (axis === titleAxis) return (textShare * shared[titleSlot]![position]![other[axis]!]!) / meanPieces;
      if (axis === voiceAxis) {
        if (position !== other[axis]) return 0;
        const both = saidByBoth(draft, other, true) - saidByBoth(draft, other, false);
        return soundOf(both, isSame(musicAxis, draft, other), 0);
      }
      if (axis === musicAxis) {
        const rest = soundOf(0, false, restOf(position, other[axis]!));
        if (position !== other[axis]) return rest;
        const both = saidByBoth(draft, other, isSame(voiceAxis, draft, other));
        return rest + soundOf(both, true, 0) - soundOf(both, false, 0);
      }
      if (axis !== paceAxis) return 0;
      const found = paced[position]![other[axis]!]!;
      const now = paced[draft[axis]!]![other[axis]!]!;
      const both = saidByBoth(draft, other, isSame(voiceAxis, draft, other));
      return now === 0 ? 0 : soundOf((both / now) * found, isSame(musicAxis, draft, other), 0);
    },
  };
}

/** How much of a video's music another one has too, that plays this long: of one piece from elsewhere, what overlaps. */
function samePart(a: PlanMusic, b: PlanMusic, seconds: number): number {
  if (a.content !== b.content || seconds <= 0) return 0;
  return Math.max(0, 1 - Math.abs(a.startSeconds - b.startSeconds) / seconds);
}

function isSame(axis: number, a: Draft, b: Draft): boolean {
  return axis < 0 || a[axis] === b[axis];
}

function sharedPieces(texts: Set<string>[]): Float64Array[] {
  return texts.map((a) => Float64Array.from(texts, (b) => (a === b ? a.size : a.intersection(b).size)));
}

function meanSeconds({ choices }: Slot): number {
  return meanOf(choices.map(({ typical }) => typical.seconds));
}

function meanOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
