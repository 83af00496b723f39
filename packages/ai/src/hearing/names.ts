import type { Rewriting } from '#hearing/rewrite.ts';
import { editDistance } from '#text/edit-distance.ts';
import { isEnglishWord, readEnglish } from '#text/english.ts';

/** A row of Latin letters and figures as the model writes names: Mate Safe, Type-C. */
const LATIN_RUN = /[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*/g;
/** Up to this share of its sounds may differ from those of the name that is meant. */
const MOST_DIFFERENT = 0.34;
/** Shorter names are too easily like something else. */
const FEWEST_SOUNDS = 4;

/** Where a known name was heard and written in some other way: with other capitals, or as something that sounds alike. */
export function findNames(text: string, known: string[]): Rewriting[] {
  const names = known.filter((word) => /^[A-Za-z][A-Za-z0-9 -]*$/.test(word));
  if (names.length === 0) return [];
  return Array.from(text.matchAll(LATIN_RUN)).flatMap(({ 0: run, index: from }) => {
    const meant = nameOf(run, names);
    return meant && meant !== run ? [{ from, to: from + run.length, text: meant }] : [];
  });
}

function nameOf(run: string, names: string[]): string | undefined {
  const same = names.find((name) => plain(name) === plain(run));
  if (same) return same;
  if (isEnglishWord(run)) return undefined;
  const heard = soundsOf(run);
  let best: string | undefined;
  let least = MOST_DIFFERENT;
  // Figures were heard as they are: USB3.0 is no USB.
  const figures = figuresOf(run);
  for (const name of names.filter((each) => figuresOf(each) === figures)) {
    const meant = soundsOf(name);
    if (meant.length < FEWEST_SOUNDS) continue;
    const share = editDistance(heard, meant) / Math.max(heard.length, meant.length);
    if (share < least) [best, least] = [name, share];
  }
  return best;
}

function figuresOf(name: string): string {
  return name.replaceAll(/\D/g, '');
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[ -]/g, '');
}

/** Without stress and breath, which the ear does not keep apart. */
function soundsOf(name: string): string[] {
  const words = name.split(/[ -]|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/).filter((word) => word !== '');
  return Array.from(
    words
      .map((word) => (/\d/.test(word) ? word : readEnglish(word)))
      .join('')
      .replaceAll(/[ˈˌːʰ ]/g, ''),
  );
}
