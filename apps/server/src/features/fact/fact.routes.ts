import { type Fact, FACT_PROBLEMS_MAX, fact as calls } from '@mixreel/contract';
import { checkFacts, findFacts } from '@mixreel/contract/fact';
import { implement } from '#http/route.ts';
import { giveTurns } from '#turns.ts';

export const factRoutes = implement(calls, {
  async find({ text, file, page }) {
    const giveTurn = giveTurns();
    const facts: Fact[] = [];
    for (const found of findFacts(text, { file, page })) {
      facts.push(...found);
      await giveTurn();
    }
    return { facts };
  },

  async check({ texts, facts }) {
    const giveTurn = giveTurns();
    const problems: ReturnType<typeof checkFacts>[] = [];
    for (const text of texts) {
      problems.push(checkFacts(text, facts).slice(0, FACT_PROBLEMS_MAX));
      await giveTurn();
    }
    return { problems };
  },
});
