import { setImmediate } from 'node:timers/promises';
import type { Fact, ScriptRow, StoryBrief } from '@mixreel/contract';
import { findTaboo } from '@mixreel/contract/taboo';
import type { Writing } from './tell-script.ts';
import { type ScriptWish, writeScript } from './write-script.ts';

export const BUILT_IN_NAME = '内置写手';

/** What holds for whatever is written in a space, or for a board of it. */
export type Held = { facts: Fact[]; allowed: string[] };
export type Wish = Pick<ScriptWish, 'seconds' | 'structure' | 'sections'> & {
  versions: number;
  hooks: string[];
  /** What is there of the first version: written behind, not again. */
  begun: ScriptRow[];
};

/** Far less than was asked for: whoever asked should know why. */
const SHORT = 0.7;

/** Versions by rules, row by row; others are answered between two rows. */
export async function* writeBuiltIn(brief: StoryBrief, wish: Wish, held: Held, notices: string[]): Writing {
  const hooks = [...wish.hooks];
  notices.push(...saidOtherwise(brief, held.allowed));
  for (let version = 0; version < wish.versions; version += 1) {
    const script = writeScript(brief, { ...wish, ...held, version: hooks.length, hooks });
    if (!script) {
      notices.push('能用的开头都写过了：补充卖点、痛点或活动，就能写出新的');
      return;
    }
    hooks.push(script.rows[0]!.line);
    const rows = version === 0 ? goOn(wish.begun, script.rows) : script.rows;
    yield { kind: 'version', version, title: script.title };
    for (const row of rows) {
      await setImmediate();
      yield { kind: 'row', version, row };
    }
    const seconds = rows.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0) / 1000;
    if (seconds < wish.seconds * SHORT) {
      notices.push(`第 ${version + 1} 版只写到 ${Math.round(seconds)} 秒：资料里能说的都说了，补充卖点可以更长`);
    }
  }
}

/** Rules write the same twice: what was there is its beginning. Where the brief is another now, only what was not said yet. */
function goOn(begun: ScriptRow[], rows: ScriptRow[]): ScriptRow[] {
  if (begun.every(({ line }, n) => line === rows[n]?.line)) return [...begun, ...rows.slice(begun.length)];
  const said = new Set(begun.map(({ line }) => line));
  const reached = rows.findLastIndex(({ section }) => section === begun.at(-1)?.section);
  return [...begun, ...rows.slice(reached + 1).filter(({ line }) => !said.has(line))];
}

/** Words of the sheet that a script may not say, with what it says instead. */
function saidOtherwise({ points, pains, proofs, price, promotion }: StoryBrief, allowed: string[]): string[] {
  const found = [...points, ...pains, ...proofs, price, promotion].flatMap((text) => findTaboo(text, allowed));
  return [...new Map(found.map(({ word, to, reason }) => [word, { to, reason }]))].map(
    ([word, { to, reason }]) => `资料里的「${word}」属于${reason}，${to ? `写成了「${to}」` : '没有写进去'}`,
  );
}
