import { type Passage, TRANSLATED_AT_ONCE } from '@mixreel/contract';
import { useEffect, useRef, useState } from 'react';
import { call, type OutputOf } from '#lib/call.ts';

type Plan = OutputOf<'translation.plan'>;
export type Drafts = ReadonlyMap<string, string>;
/** What was written for which sources, by language: a look at another one, or at the page behind, loses none of it. */
export type Kept = Map<string, { drafts: Drafts; sources: Drafts }>;
type Work = { is_running: boolean; problem: string | null };

/** What was known, and over it what was written before of sources that are still the same. */
export function begunWith(
  { known, passages }: Pick<Plan, 'known' | 'passages'>,
  before: ReturnType<Kept['get']>,
): Drafts {
  const kept = passages.flatMap(({ key, text }) => {
    const draft = before?.sources.get(key) === text ? before.drafts.get(key) : undefined;
    return draft === undefined ? [] : [[key, draft] as const];
  });
  return new Map([...known.map(({ key, text }) => [key, text] as const), ...kept]);
}

/** With what a machine has made, where nobody has written anything meanwhile. */
export function filledIn(drafts: Drafts, made: (readonly [key: string, text: string])[]): Drafts {
  return new Map([...drafts, ...made.filter(([key]) => !drafts.get(key)?.trim())]);
}

/** Translations as far as they are, of one language; what came stays whatever happens to the rest. */
export function useDrafts(plan: Plan, target: string, kept: Kept, name: string) {
  const [drafts, setDrafts] = useState<Drafts>(() => begunWith(plan, kept.get(name)));
  useEffect(() => {
    // What was only shown may be another's better words the next time.
    const known = new Map(plan.known.map(({ key, text }) => [key, text]));
    const written = new Map([...drafts].filter(([key, text]) => known.get(key) !== text));
    kept.set(name, { drafts: written, sources: new Map(plan.passages.map(({ key, text }) => [key, text])) });
  }, [kept, name, drafts, plan]);
  const [work, setWork] = useState<Work>({ is_running: false, problem: null });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const put = (texts: Iterable<readonly [key: string, text: string]>) =>
    setDrafts((before) => new Map([...before, ...texts]));

  /** Asks for those that have none, some at a time. */
  const translate = async () => {
    const asking = new AbortController();
    stop.current = asking;
    setWork({ is_running: true, problem: null });
    try {
      const left = plan.passages.filter(({ key }) => !drafts.get(key)?.trim());
      for (let n = 0; n < left.length; n += TRANSLATED_AT_ONCE) {
        const some = left.slice(n, n + TRANSLATED_AT_ONCE);
        const { items } = await call('language.translate', inputOf(plan, some, target), {
          is_quiet: true,
          signal: asking.signal,
        });
        const made = some.flatMap(({ key }, at) => (items[at]?.text ? [[key, items[at].text] as const] : []));
        setDrafts((before) => filledIn(before, made));
      }
      setWork({ is_running: false, problem: null });
    } catch (error) {
      const problem = asking.signal.aborted ? null : (error as Error).message;
      setWork({ is_running: false, problem });
    }
  };
  return { drafts, put, work, translate, stop: () => stop.current?.abort() };
}

function inputOf({ source, names }: Plan, some: readonly Passage[], target: string) {
  return {
    texts: some.map(({ text }) => text),
    // Only what may not grow has to be short.
    seconds: some.map(({ kind, seconds, follows }) => (kind === 'line' && !follows ? seconds : null)),
    source,
    target,
    names,
  };
}
