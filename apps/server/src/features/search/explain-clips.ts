import type { Clip, SearchReason, SpokenWord } from '@mixreel/contract';
import type { App } from '#context.ts';
import { explain } from './explain.ts';
import type { Ranked } from './rank-clips.ts';
import { readSaidWithin } from './said-within.ts';
import { readClips } from './search.queries.ts';
import { plainText } from './words.ts';

/** Cards of what was found, with the reasons; what has gone meanwhile is left out. */
export async function explainAll(app: Pick<App, 'db' | 'secret'>, ranked: Ranked[]): Promise<Clip[]> {
  const clips = await readClips(
    app,
    ranked.map(({ shot_id }) => shot_id),
  );
  const found = new Map(ranked.map((each) => [each.shot_id, each]));
  const explained = clips.map((clip) => {
    const { score = 0, hits = [], ...scores } = found.get(clip.shot_id) ?? {};
    return { ...clip, score, reasons: explain(hits, clip, scores) };
  });
  return tellWhen(app, explained);
}

const isHeard = ({ kind }: SearchReason) => kind === 'speech';

/** Says of what was heard at which second it is said. */
async function tellWhen({ db }: Pick<App, 'db'>, clips: Clip[]): Promise<Clip[]> {
  const spoken = clips.filter(({ reasons }) => reasons.some(isHeard));
  const said = new Map((await readSaidWithin(db, spoken)).map((words, n) => [spoken[n]!, words]));
  return clips.map((clip) => {
    const words = said.get(clip);
    if (!words) return clip;
    const within = words.filter(({ start, end }) => end * 1000 > clip.start_ms && start * 1000 < clip.end_ms);
    const reasons = clip.reasons.map((reason) => {
      const at = isHeard(reason) ? secondOf(within, reason.words) : undefined;
      return at === undefined ? reason : { ...reason, at };
    });
    return { ...clip, reasons };
  });
}

/** When one of the words begins, the first one that is said; words were cut by the ear as it pleased. */
export function secondOf(spoken: Pick<SpokenWord, 'text' | 'start'>[], words: string[]): number | undefined {
  let text = '';
  const begins: number[] = [];
  for (const { text: part, start } of spoken) {
    const plain = plainText(part).replace(/[\s\p{P}]/gu, '');
    text += plain;
    for (let n = 0; n < plain.length; n += 1) begins.push(start);
  }
  const places = words.map((word) => text.indexOf(word.replace(/\s/g, ''))).filter((place) => place >= 0);
  return places.length > 0 ? begins[Math.min(...places)] : undefined;
}
