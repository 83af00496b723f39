import { compareNumbers } from '@mixreel/ai';
import { type FactSheet, factSheetOf } from '@mixreel/contract';
import { quantitiesIn } from '@mixreel/contract/fact';
import type { App } from '#context.ts';
import { readFactTables } from '#features/fact/fact.document.ts';
import type { Heard } from '#features/mix/narration.ts';
import { canHearBack, hearBack } from '#features/voice/hear-back.ts';
import type { MixState } from './choose.ts';
import { type Found, NOTHING } from './problem.ts';

type Locked = ReturnType<typeof quantitiesIn>[number] & { sheet: string };

/** The numbers of a line that its sheet speaks of, each with how it stands there. */
export function lockedIn(text: string, { facts }: Pick<FactSheet, 'facts'>): Locked[] {
  const locked = facts.filter((one) => one.locked && one.unit !== '');
  return quantitiesIn(text).flatMap((said) => {
    const [first, ...others] = locked.filter(({ unit }) => unit === said.unit);
    const own = [first, ...others].find((one) => one?.value === said.value) ?? first;
    return own && !said.isLoose ? [{ ...said, sheet: own.text }] : [];
  });
}

/** What a voice says that nobody has listened to yet, and that has a number of the sheet in it. */
function unheardIn(heard: Iterable<Heard>, sheet: FactSheet): Heard[] {
  return [...heard].filter(
    ({ request, said, script }) => request && (said?.heard ?? null) === null && lockedIn(script.text, sheet).length > 0,
  );
}

async function readSheet({ db }: Pick<App, 'db'>, { document }: MixState): Promise<FactSheet | null> {
  const sheet = factSheetOf(await readFactTables(db, document.mix.mproject_id));
  return sheet.facts.some(({ locked }) => locked) ? sheet : null;
}

const pick = (state: MixState, keys: Iterable<string>) => [...keys].flatMap((key) => state.heard.get(key) ?? []);

/** Whether listening to what was spoken under these keys would tell something new. */
export async function wantsHearing(app: App, state: MixState, keys: Iterable<string>): Promise<boolean> {
  if (!canHearBack(app)) return false;
  const sheet = await readSheet(app, state);
  return sheet !== null && unheardIn(pick(state, keys), sheet).length > 0;
}

/** Listens to lines that were spoken with numbers of the sheet, each once. Says how many. */
export async function hearNumbers(
  app: App,
  state: MixState,
  keys: Iterable<string>,
  signal: AbortSignal,
): Promise<number> {
  if (!canHearBack(app)) return 0;
  const sheet = await readSheet(app, state);
  if (!sheet) return 0;
  const waiting = unheardIn(pick(state, keys), sheet).flatMap(({ said, script }) => (said ? { said, script } : []));
  for (const { said, script } of waiting) {
    const numbers = lockedIn(script.text, sheet);
    const isFine = (hearings: string[]) => heardOtherwise(script.text, numbers, hearings).length === 0;
    await hearBack(app, state.document.mix.space_id, said, isFine, signal);
  }
  return waiting.length;
}

/** What was heard of the lines that voices say, against the lines, number by number. */
export function checkSpoken(state: MixState, sheet: FactSheet): Found[] {
  return state.document.shootings.flatMap(({ shooting_id, scripts }) => {
    const own = [...state.heard.values()].filter(({ script }) =>
      scripts.some(({ script_id }) => script_id === script.script_id),
    );
    return own.flatMap((one) => checkLine(one, shooting_id, sheet));
  });
}

function checkLine({ script, said }: Heard, shooting_id: string, sheet: FactSheet): Found[] {
  const heard = said?.heard ?? null;
  if (heard === null) return [];
  const at = { ...NOTHING, shooting_id, script_id: script.script_id, kind: 'heard_number' };
  return heardOtherwise(script.text, lockedIn(script.text, sheet), heard).map(({ words, kind, other, sheet: fact }) => {
    if (kind === 'unclear') return { ...at, message: `配音里的「${words}」没有听清，请听一遍` };
    const message = `配音把「${words}」说成了「${other}」`;
    const accepted = sheet.acceptances.find(
      (one) => one.place_id === shooting_id && one.said === other && one.sheet === fact,
    );
    if (accepted) return { ...at, message: `${message}，${accepted.accepted_by_name}听过并接受了` };
    const advice = '请听一遍：没有说错就点「就这样说」，说错了就换一种写法，或在读音里教它';
    const difference = { place_id: shooting_id, said: other, sheet: fact };
    return { ...at, message: `${message}。${advice}`, blocks: true, fact: difference };
  });
}

type Misheard = { words: string; kind: 'other' | 'unclear'; other: string; sheet: string };

/** Numbers of a line that a recogniser never wrote down as they are, however often it listened. */
export function heardOtherwise(text: string, numbers: readonly Locked[], hearings: readonly string[]): Misheard[] {
  const all = hearings.map((heard) => heardOnce(text, numbers, heard));
  return numbers.flatMap(({ start, end, sheet }, n) => {
    const wrong = all.flatMap((one) => one[n] ?? []);
    if (wrong.length < all.length || all.length === 0) return [];
    const { kind, heard: other } = wrong.find((one) => one.kind === 'other') ?? wrong[0]!;
    return [{ words: text.slice(start, end), kind, other, sheet }];
  });
}

type Wrong = { kind: 'other' | 'unclear'; heard: string };

function heardOnce(text: string, numbers: readonly Locked[], heard: string): (Wrong | null)[] {
  const [said, written] = [quantitiesIn(text), quantitiesIn(heard)];
  return compareNumbers(text, numbers, heard).map(({ kind, heard: other }, n) => {
    const { start, unit, value } = numbers[n]!;
    // Said in another way, as 三十九块九 for 39.9 元, it is the same: the second price of a line by that which was heard second.
    const isOfUnit = (one: { unit: string }) => one.unit === unit;
    const at = said.filter(isOfUnit).findIndex((one) => one.start === start);
    return kind === 'same' || written.filter(isOfUnit)[at]?.value === value ? null : { kind, heard: other };
  });
}

/** Which of the lines with numbers nobody has listened to, and what becomes of them: said once for the mix. */
export function tellUnheard(app: App, state: MixState, sheet: FactSheet): Found[] {
  // Voices that no video has are not spoken: the mix's own stands for them.
  const wanted = [...state.heard].flatMap(([key, one]) => (one.said || key === one.script.script_id ? one : []));
  const count = new Set(unheardIn(wanted, sheet).map(({ script }) => script.script_id)).size;
  if (count === 0) return [];
  const message = canHearBack(app)
    ? `${count} 句配音说到锁定的数字，还没有听回来核对；导出时会先听一遍`
    : `${count} 句配音说到锁定的数字，没有听回来核对：还没有语音识别模型。请自己听一遍，或在「模型」里下载`;
  return [{ ...NOTHING, kind: 'heard_number', message }];
}

/** Why these lines must not go out as they were spoken; null where nothing was heard wrong. */
export async function misheardIn(app: App, state: MixState): Promise<string | null> {
  const sheet = await readSheet(app, state);
  return (sheet && checkSpoken(state, sheet).find(({ blocks }) => blocks)?.message) ?? null;
}
