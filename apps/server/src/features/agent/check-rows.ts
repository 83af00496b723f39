import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type AgentBrief,
  type AgentCheck,
  type AgentRow,
  type AgentShot,
  DEFAULT_MIX_CONFIG,
  keptShots,
  lengthOff,
  limitsOf,
  PLATFORM_NAMES,
  rowTooLong,
  spokenLines,
  topicsOf,
  wishesOf,
} from '@mixreel/contract';
import { checkFacts } from '@mixreel/contract/fact';
import { findTaboo } from '@mixreel/contract/taboo';
import { createPredictor, type Forecast, type Predictor } from '@mixreel/media';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { readMusicTitles } from '#features/music/music.queries.ts';
import { levelOf } from '#features/standard/level.ts';
import { readPast } from '#features/standard/past-videos.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { readPaces } from '#features/voice/voice-pace.ts';
import { plainly, sheetOf } from '#features/writer/write-script.ts';
import { recent } from '#memory.ts';
import { foretell, rowSeconds } from './foretell.ts';
import { readContents } from './read-contents.ts';

const voiceOf = ({ voice_id }: AgentRow) => voice_id || DEFAULT_MIX_CONFIG.voice.voice_id;

type Asked = { space_id: string; brief: AgentBrief; rows: AgentRow[]; /** Own videos are no past. */ except: string[] };

/** What can be said of rows before they are made: each by itself, and with all others. */
export async function checkRows(app: App, { space_id, brief, rows, except }: Asked): Promise<AgentCheck[]> {
  const standard = await readStandard(app.db, space_id);
  const allowed = await readAllowedWords(app.db, space_id);
  const past = await readPast(app.db, space_id, { days: standard.history_days, except });
  const contents = await readContents(
    app,
    space_id,
    rows.flatMap(({ shots }) => shots),
  );
  const voices = new Set(speechEngines(app).flatMap((engine) => engine.voices.map(({ voice_id }) => voice_id)));
  const pieces = await readMusicTitles(
    app.db,
    space_id,
    rows.flatMap(({ music_id }) => music_id || []),
  );
  const paces = brief.is_spoken ? await readPaces(app, space_id, new Set(rows.map(voiceOf))) : null;
  const before = contents.named(past);
  const judge = judgeOf(app, allowed, [...sheetOf(brief.product), ...brief.facts]);
  for (const row of rows) {
    await setImmediate();
    for (const text of [...spokenLines(row), row.title]) judge(text);
  }
  const shown = rows.map(({ hook, lines, shots, voice_id, music_id, seconds }) => [
    [hook, lines, voice_id, music_id, seconds],
    shots.map((shot) => shot && [shot.material_id, shot.start_ms, shot.end_ms]),
  ]);
  const known = [[...contents.of], [...contents.looks.keys()]];
  const asked = [standard.weights, brief.is_spoken, shown, known, before];
  const key = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  const closest =
    compared(app).get(key) ??
    (await closestOf(
      rows.map((row) => foretell(row, brief, contents.of, contents.looks)),
      before,
      createPredictor(standard.weights),
    ));
  compared(app).set(key, closest);
  return rows.map((row, n): AgentCheck => {
    const gone = keptShots(row).find((shot) => shot && !contents.live.has(shot.material_id));
    const hasVoice = !brief.is_spoken || row.voice_id === '' || voices.has(row.voice_id);
    const hasMusic = row.music_id === '' || pieces.has(row.music_id);
    const { likeness, at } = closest[n]!;
    const length = { seconds: rowSeconds(row, brief, paces?.get(voiceOf(row))), wanted: wantedOf(row, brief) };
    return {
      row_id: row.row_id,
      ...length,
      likeness,
      level: levelOf(likeness, standard),
      closest: at === null ? null : at + 1,
      guesses: keptShots(row).filter((shot) => shot?.is_guess).length,
      warnings: [...warningsOf(row, { brief, judge }), ...lengthWarning(length)],
      problem:
        problemOf(row, gone) ??
        (hasVoice ? null : '这个音色已不可用，请换一个') ??
        (hasMusic ? null : '这首音乐已不在音乐库里，请换一首或去掉'),
    };
  });
}

type Closest = { likeness: number; at: number | null };

/** Rows that were compared, by what they show and say: while they are made a batch is read again and again as it is. */
const compared = recent<Closest[]>(20);

/** What each is most like, among the others and those of before (null). Others are answered between two rows. */
async function closestOf(own: Forecast[], past: Forecast[], predictor: Predictor): Promise<Closest[]> {
  const outlooks = own.map((one) => predictor.read(one));
  const before = past.map((one) => predictor.read(one));
  const found = outlooks.map((): Closest => ({ likeness: 0, at: null }));
  for (const [n, outlook] of outlooks.entries()) {
    await setImmediate();
    for (const one of before) found[n]!.likeness = Math.max(found[n]!.likeness, predictor.likeness(outlook, one));
  }
  for (const [n, outlook] of outlooks.entries()) {
    await setImmediate();
    for (let at = n + 1; at < outlooks.length; at += 1) {
      const likeness = predictor.likeness(outlook, outlooks[at]!);
      if (likeness > 0 && likeness >= found[n]!.likeness) found[n] = { likeness, at };
      if (likeness > 0 && likeness >= found[at]!.likeness) found[at] = { likeness, at: n };
    }
  }
  return found;
}

function problemOf(row: AgentRow, gone: AgentShot | null | undefined): string | null {
  if (spokenLines(row).length === 0) return '还没有台词，请写上或让 AI 写';
  const long = rowTooLong(row);
  if (long) return long;
  if (gone) return `「${gone.material_name}」已被删除，请重选画面`;
  const missing = keptShots(row).findIndex((shot) => shot === null);
  if (missing < 0) return null;
  const wish = wishesOf(row)[missing]!;
  return row.shots[missing] === undefined || row.shots[missing]?.wish !== undefined
    ? `第 ${missing + 1} 句还没有选画面，点「选画面」`
    : `素材库里没有能配「${wish.slice(0, 20)}」的画面，请补拍或换个说法`;
}

type Rules = { brief: AgentBrief; judge: (text: string) => string[] };

/** Texts that were judged, most lines of a batch each time it is read: reading one takes milliseconds. */
const judged = recent<string[]>(20_000);

/** What the law and the sheet say of a text; the same text is read once. */
function judgeOf(app: App, allowed: string[], known: ReturnType<typeof sheetOf>): Rules['judge'] {
  const rules = createHash('sha256')
    .update(JSON.stringify([allowed, known]))
    .digest('hex');
  const kept = judged(app);
  return (text) => {
    const before = kept.get(`${rules} ${text}`);
    if (before) return before;
    const taboo = findTaboo(text, allowed).map(({ word, reason }) => `「${word}」属于${reason}`);
    const found = [...taboo, ...checkFacts(text, known).map(({ message }) => message)];
    kept.set(`${rules} ${text}`, found);
    return found;
  };
}

function warningsOf(row: AgentRow, { brief, judge }: Rules): string[] {
  const lines = spokenLines(row);
  const texts = [...lines, row.title];
  const said = texts.map(plainly);
  const own = brief.forbidden.filter((word) => {
    const plain = plainly(word);
    return said.some((text) => text.includes(plain));
  });
  const limits = limitsOf(brief.platforms);
  const names = brief.platforms.map((one) => PLATFORM_NAMES[one]).join('、');
  return [
    ...new Set([
      ...texts.flatMap(judge),
      ...own.map((word) => `「${word}」在资料里写明不能用`),
      ...(row.title.trim() === '' ? ['还没有标题'] : []),
      ...(Array.from(row.title).length > limits.title ? [`标题超过 ${limits.title} 个字（${names}）`] : []),
      ...(topicsOf(row.topics).length > limits.topics ? [`话题超过 ${limits.topics} 个（${names}）`] : []),
    ]),
  ];
}

/** How long a row is to be; one that nobody gave a length as the brief has it, by the nearest of its lengths. */
function wantedOf(row: AgentRow, { seconds, other_seconds, is_spoken }: AgentBrief): number {
  if (row.seconds > 0) return row.seconds;
  const own = rowSeconds(row, { is_spoken });
  // What says nothing yet is asked for its words first.
  if (own === 0) return 0;
  return [seconds, ...other_seconds].toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own))[0]!;
}

/** What is too short or too long, and what somebody does about it. */
function lengthWarning({ seconds, wanted }: Pick<AgentCheck, 'seconds' | 'wanted'>): string[] {
  const off = lengthOff({ seconds, wanted });
  if (off === null) return [];
  const about = `约 ${Math.round(seconds)} 秒，比要求的 ${wanted} 秒`;
  return off === 'long'
    ? [`${about}长：删掉一句台词，或把长句说短`]
    : [`${about}短：加一两句台词；资料里多写几个卖点、痛点或依据，再点「重写文案」也会变长`];
}
