import { animate as calls } from '@mixreel/contract';
import { video } from '#features/ai/video.ability.ts';
import { readHistory, requireGeneration } from '#features/generate/generate.queries.ts';
import { followHistory } from '#features/generate/history-stream.ts';
import { tellEngines } from '#features/generate/tell-engines.ts';
import { implement } from '#http/route.ts';
import { addAnimations } from './add-animations.ts';

export const animateRoutes = implement(calls, {
  async engines(_input, context) {
    return tellEngines(context, video, ({ can }) => can);
  },

  async add(wish, context) {
    const { space, user } = context;
    return addAnimations(context, { space_id: space.space_id, user_uid: user.user_uid }, wish);
  },

  async detail({ generation_id }, context) {
    return requireGeneration(context, context.space.space_id, generation_id);
  },

  async history(input, context) {
    return readHistory(context, context.space.space_id, 'video', input);
  },

  async changes({ project_id }, context) {
    return followHistory(context, { space_id: context.space.space_id, project_id, kind: 'video' });
  },
});
