import { glossary as glossaryCalls, language as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { readGlossary, removeTerm, saveTerm } from './glossary.queries.ts';
import { listLanguages } from './list-languages.ts';
import { translateTexts } from './translate-texts.ts';

export const languageRoutes = [
  ...implement(calls, {
    async list(_input, app) {
      return listLanguages(app);
    },

    async translate({ texts, source, target, seconds, names }, context) {
      const { db, signal, space } = context;
      const { space_id } = space;
      const glossary = await readGlossary(db, space_id, target);
      const asked = { space_id, signal, texts, seconds, source, target, names, glossary };
      return { items: await translateTexts(context, asked) };
    },
  }),
  ...implement(glossaryCalls, {
    async list(_input, { db, space }) {
      return readGlossary(db, space.space_id);
    },

    async save(given, { db, space, user }) {
      const { term, language, translation } = given;
      return saveTerm(db, { space_id: space.space_id, created_by: user.user_uid, term, language, translation });
    },

    async remove({ term_id }, { db, space }) {
      await removeTerm(db, space.space_id, term_id);
      return readGlossary(db, space.space_id);
    },
  }),
];
