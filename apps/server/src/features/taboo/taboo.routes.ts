import { TABOO_FOUND_MAX, taboo as calls } from '@mixreel/contract';
import { findTaboo, rewriteTaboo, type TabooFound } from '@mixreel/contract/taboo';
import { implement } from '#http/route.ts';
import { giveTurns } from '#turns.ts';
import { allowWord, disallowWord, readAllowedWords, readExceptions } from './taboo.queries.ts';

/** A long text is looked at in paragraphs, or as many sentences as are that long: of a row of nothing but such words each takes a while. */
const PIECE = /[^]{1,1500}(?:\n|[。！？!?]|$)|[^]{1,1500}/gu;

export const tabooRoutes = implement(calls, {
  async check({ texts }, { db, space }) {
    const allowed = await readAllowedWords(db, space.space_id);
    const giveTurn = giveTurns();
    const found: TabooFound[][] = [];
    const rewritten: string[] = [];
    for (const text of texts) {
      const words: TabooFound[] = [];
      for (const { index, 0: piece } of text.matchAll(PIECE)) {
        for (const one of findTaboo(piece, allowed)) {
          words.push({ ...one, start: one.start + index, end: one.end + index });
        }
        await giveTurn();
      }
      found.push(words.slice(0, TABOO_FOUND_MAX));
      rewritten.push(rewriteTaboo(text, words));
      await giveTurn();
    }
    return { found, rewritten };
  },

  async exceptions(_input, { db, space }) {
    return readExceptions(db, space.space_id);
  },

  async allow({ word, note }, { db, space, user }) {
    return allowWord(db, { space_id: space.space_id, user_uid: user.user_uid, word, note });
  },

  async disallow({ exception_id }, { db, space }) {
    await disallowWord(db, space.space_id, exception_id);
    return readExceptions(db, space.space_id);
  },
});
