import { storyPhone, storyShoot } from '@mixreel/contract';
import { reachableOrigin } from '#features/auth/reachable-origin.ts';
import { implement, type Route } from '#http/route.ts';
import { linksOfBoard } from '../story-links.ts';
import { requireStory } from '../story.queries.ts';
import { readOrder } from './most-variants.ts';
import { byPhone, requireKey, signKey } from './phone-access.ts';
import { sendPicture } from './serve-picture.ts';
import { addCode, noteUse, readCodes, revokeCode } from './shoot-codes.ts';
import { markRow, readMarks, readPhoneRows, readTakes, shootTopic, tellShoot } from './shoot-day.ts';
import { endTake, startTake } from './takes.ts';

/** Where phones open the list. Behind the #, the code is told to no server on the way. */
const PAGE = '/shootingDay#code=';

const ofPeople = implement(storyShoot, {
  async codes({ story_board_id }, { db, space }) {
    await requireStory(db, space.space_id, story_board_id);
    return { items: await readCodes(db, { space_id: space.space_id, story_board_id }) };
  },

  async addCode({ story_board_id, expire, origin }, { db, space, user, config }) {
    const of = { space_id: space.space_id, story_board_id };
    await requireStory(db, of.space_id, story_board_id);
    const { code, ...made } = await addCode(db, of, user.user_uid, expire);
    return { ...made, url: `${origin ? reachableOrigin(origin, config) : ''}${PAGE}${code}` };
  },

  async revokeCode({ story_board_id, shoot_code_id }, context) {
    const { db, space } = context;
    await revokeCode(db, { space_id: space.space_id, story_board_id }, shoot_code_id);
    await tellShoot(context, db, story_board_id);
    return {};
  },

  async day({ story_board_id }, context) {
    await requireStory(context.db, context.space.space_id, story_board_id);
    return { marks: await readMarks(context.db, story_board_id), takes: await readTakes(context, story_board_id) };
  },

  async mark({ story_board_id, row_id, state }, context) {
    const { db, space, user } = context;
    await requireStory(db, space.space_id, story_board_id);
    await markRow(context, { story_board_id, row_id, state, by_name: user.name });
    return {};
  },

  async changes({ story_board_id }) {
    return { topic: shootTopic(story_board_id) };
  },
});

const ofPhones = implement(storyPhone, {
  list: byPhone(async (phone, _input, context) => {
    const { db } = context;
    const { story_board_id, board_name, expires_at, shoot_code_id } = phone;
    await noteUse(db, shoot_code_id);
    const has_mix = (await linksOfBoard(db, story_board_id)).length > 0;
    const rows = await readPhoneRows(context, phone);
    return { story_board_id, board_name, expires_at, key: signKey(context, phone), has_mix, rows };
  }),

  order: byPhone(async (phone, _input, context) => ({ items: await readOrder(context, phone) })),

  mark: byPhone(async ({ story_board_id }, said, context) => {
    await markRow(context, { story_board_id, ...said });
    return {};
  }),

  startTake: byPhone((phone, given, context) => startTake(context, phone, given)),

  endTake: byPhone((phone, given, context) => endTake(context, phone, given)),

  async changes({ key }, context) {
    const { story_board_id } = await requireKey(context, key);
    return { topic: shootTopic(story_board_id) };
  },

  picture: sendPicture,
});

export const shootRoutes: Route[] = [...ofPeople, ...ofPhones];
