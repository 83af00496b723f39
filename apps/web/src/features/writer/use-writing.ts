import { restOfScript, type ScriptNews, type ScriptVersion, withNews } from '@mixreel/contract';
import { useEffect, useRef, useState } from 'react';
import { call, type InputOf } from '#lib/call.ts';
import { follow } from '#lib/events.ts';
import { randomId } from '#lib/random.ts';

export type Asked =
  | { by: 'writer.write'; input: Omit<InputOf<'writer.write'>, 'script_id'> }
  | { by: 'writer.text'; input: Omit<InputOf<'writer.text'>, 'script_id'> };

export type Writing = {
  state: 'idle' | 'writing' | 'done' | 'stopped' | 'failed';
  /** All that were written since the dialog was opened, unfinished ones too. */
  versions: ScriptVersion[];
  notices: string[];
  engine_name: string;
  /** Why it could not go on. */
  problem: string;
};

const NOTHING: Writing = { state: 'idle', versions: [], notices: [], engine_name: '', problem: '' };

/** Has scripts written: rows come by the event stream while the call goes on, and whoever drops the call stops it. */
export function useWriting(project_id: string) {
  const [writing, setWriting] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);
  const last = useRef<{ asked: Asked; before: ScriptVersion[] } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = (asked: Asked, before = writing.versions) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    last.current = { asked, before };
    const script_id = randomId();
    setWriting((now) => ({ ...now, state: 'writing', notices: [], problem: '' }));
    const change = (made: (now: Writing) => Writing) => running.current === stop && setWriting(made);
    const hear = (news: ScriptNews) =>
      change((now) =>
        now.state === 'writing' ? { ...now, versions: withNews(now.versions, news, before.length) } : now,
      );

    let isSent = false;
    const sendOnce = async () => {
      if (isSent) return;
      isSent = true;
      try {
        const options = { is_quiet: true, signal: stop.signal };
        const given = { ...asked.input, script_id };
        const { versions, notices, engine_name } =
          asked.by === 'writer.write'
            ? await call('writer.write', given as InputOf<'writer.write'>, options)
            : await call('writer.text', given as InputOf<'writer.text'>, options);
        const own = versions.map((one) => ({ ...one, version: one.version + before.length }));
        change((now) => ({ ...now, state: 'done', versions: [...before, ...own], notices, engine_name }));
      } catch (error) {
        const isStopped = stop.signal.aborted;
        const problem = isStopped ? '' : error instanceof Error ? error.message : '没有写完';
        change((now) => ({ ...now, state: isStopped ? 'stopped' : 'failed', problem }));
      } finally {
        leave();
      }
    };
    // First somebody listens, so that no row is missed; without a stream the answer has all of them.
    const leave = follow(
      'writer.changes',
      { project_id, script_id },
      {
        onStepOutput: hear,
        onMessage: hear,
        onOpen: () => void sendOnce(),
        onError: () => void sendOnce(),
      },
    );
  };
  const halt = () => running.current?.abort();
  /** Goes on where it was cut off: what is there stays, and none of it is written again. */
  const resume = () => {
    if (!last.current) return;
    const { asked, before } = last.current;
    const told = writing.versions.slice(before.length);
    start(...restOf(asked, before, told));
  };
  return { ...writing, start, halt, resume };
}

function restOf(asked: Asked, before: ScriptVersion[], told: ScriptVersion[]): [asked: Asked, before: ScriptVersion[]] {
  // A text gives the same rows again.
  if (asked.by === 'writer.text') return [asked, before];
  const { whole, ...rest } = restOfScript(asked.input, told);
  return [{ ...asked, input: { ...asked.input, ...rest } }, [...before, ...whole]];
}
