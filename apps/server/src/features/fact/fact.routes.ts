import { fact as calls } from '@mixreel/contract';
import { checkFacts, factsIn } from '@mixreel/contract/fact';
import { implement } from '#http/route.ts';

export const factRoutes = implement(calls, {
  async find({ text, file, page }) {
    return { facts: factsIn(text, { file, page }) };
  },

  async check({ texts, facts }) {
    return { problems: texts.map((text) => checkFacts(text, facts)) };
  },
});
