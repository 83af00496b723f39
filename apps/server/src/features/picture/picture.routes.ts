import { picture as calls } from '@mixreel/contract';
import { image } from '#features/ai/image.ability.ts';
import { readHistory } from '#features/generate/generate.queries.ts';
import { followHistory } from '#features/generate/history-stream.ts';
import { tellEngines } from '#features/generate/tell-engines.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { implement } from '#http/route.ts';
import { addPictures } from './add-pictures.ts';
import { changePicture } from './change-picture.ts';
import { describePicture } from './describe-picture.ts';
import { dropPrompt, keepPrompt, readPrompts, requireSheet } from './picture.queries.ts';

export const pictureRoutes = implement(calls, {
  async models(_input, context) {
    return tellEngines(context, image, ({ can }) => can);
  },

  async add(wish, context) {
    const { space, user } = context;
    return addPictures(context, { space_id: space.space_id, user_uid: user.user_uid }, wish);
  },

  async change(wish, context) {
    const { space, user } = context;
    return changePicture(context, { space_id: space.space_id, user_uid: user.user_uid }, wish);
  },

  async describe({ project_id, picture, engine }, context) {
    const { space, signal } = context;
    await requireProject(context.db, space.space_id, project_id);
    return describePicture(context, { space_id: space.space_id, signal }, { picture, engine });
  },

  async history(input, context) {
    return readHistory(context, context.space.space_id, 'image', input);
  },

  async changes({ project_id }, context) {
    return followHistory(context, { space_id: context.space.space_id, project_id, kind: 'image' });
  },

  async sheet(which, context) {
    return requireSheet(context, context.space.space_id, which);
  },

  async prompts(_input, { db, space }) {
    return readPrompts(db, space.space_id);
  },

  async keepPrompt({ prompt, negative }, { db, space, user }) {
    const { space_id } = space;
    await keepPrompt(db, { space_id, user_uid: user.user_uid, prompt, negative });
    return readPrompts(db, space_id);
  },

  async dropPrompt({ prompt_id }, { db, space }) {
    await dropPrompt(db, space.space_id, prompt_id);
    return {};
  },
});
