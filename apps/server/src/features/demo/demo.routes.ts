import { demo as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { bringDemo } from './demo-project.ts';

export const demoRoutes = implement(calls, {
  async restore(_input, context) {
    return bringDemo(context, { space_id: context.space.space_id, user_uid: context.user.user_uid });
  },
});
