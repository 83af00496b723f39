import { taboo as calls } from '@mixreel/contract';
import { findTaboo, rewriteTaboo, type TabooFound } from '@mixreel/contract/taboo';
import { implement } from '#http/route.ts';
import { giveTurns } from '#turns.ts';
import { allowWord, disallowWord, readAllowedWords, readExceptions } from './taboo.queries.ts';

export const tabooRoutes = implement(calls, {
  async check({ texts }, { db, space }) {
    const allowed = await readAllowedWords(db, space.space_id);
    const giveTurn = giveTurns();
    const found: TabooFound[][] = [];
    const rewritten: string[] = [];
    for (const text of texts) {
      const words = findTaboo(text, allowed);
      await giveTurn();
      found.push(words);
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
