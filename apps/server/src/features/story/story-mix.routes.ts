import { storyMix as calls } from '@mixreel/contract';
import { requireMix } from '#features/mix/document.ts';
import { implement } from '#http/route.ts';
import { carryLine, linksOfBoard, linksOfMix } from './story-links.ts';
import { carryFacts, newsOfBoard, newsOfMix } from './story-sheets.ts';
import { storyToMix } from './story-to-mix.ts';
import { requireStory } from './story.queries.ts';

export const storyMixRoutes = implement(calls, {
  add: (input, context) => storyToMix(context, input),

  async ofBoard({ story_board_id }, { db, space }) {
    await requireStory(db, space.space_id, story_board_id);
    return { items: await linksOfBoard(db, story_board_id), facts: await newsOfBoard(db, story_board_id) };
  },

  async ofMix({ mproject_id }, { db, space }) {
    await requireMix(db, space.space_id, mproject_id);
    return { items: await linksOfMix(db, mproject_id), facts: await newsOfMix(db, mproject_id) };
  },

  carry: (input, context) => carryLine(context, input),

  carryFacts: (input, context) => carryFacts(context, input),
});
