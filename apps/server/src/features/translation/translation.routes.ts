import { AppError, translation as calls } from '@mixreel/contract';
import { safeName } from '#features/file/archive-names.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { readGlossary } from '#features/language/glossary.queries.ts';
import { languageName } from '#features/language/languages.ts';
import { voiceFor } from '#features/language/voice-for.ts';
import { writeXlsx } from '#features/story/paper/write-xlsx.ts';
import { implement } from '#http/route.ts';
import { lockedNames, openTranslated } from './translated-kinds.ts';
import { languageOf, readKnown, readLinks } from './translation.queries.ts';
import { translation } from './translation.tables.ts';
import { buildTable, readTable } from './translator-table.ts';

export const translationRoutes = implement(calls, {
  async plan({ document_id, language, parts }, { db, space }) {
    const { kind, name, passages, state } = await openTranslated(db, space.space_id, document_id, parts);
    return {
      kind,
      name,
      passages,
      source: await languageOf(db, document_id),
      known: await readKnown(db, document_id, language, passages),
      names: lockedNames(state),
      glossary: await readGlossary(db, space.space_id, language),
    };
  },

  async table({ document_id, language, parts, texts }, { db, space }) {
    const { name, passages, state } = await openTranslated(db, space.space_id, document_id, parts);
    if (passages.length === 0) throw new AppError('conflict', '还没有可以翻译的文字，写几句再导出');
    const glossary = await readGlossary(db, space.space_id, language);
    const given = new Map(texts.map(({ key, text }) => [key, text]));
    const sheet = buildTable({ name, language, passages, texts: given, glossary, names: lockedNames(state) });
    const file_name = `${safeName(`${name} ${languageName(language)}译文`)}.xlsx`;
    return { file_name, content_base64: Buffer.from(writeXlsx(sheet)).toString('base64') };
  },

  async readTable({ document_id, language, parts, file_name, content_base64 }, { db, space, signal }) {
    const { passages } = await openTranslated(db, space.space_id, document_id, parts);
    const document = await readForeign(file_name, Buffer.from(content_base64, 'base64'), { signal });
    return readTable(document, passages, language);
  },

  async add({ document_id, language, parts, texts, is_bilingual }, context) {
    const { db, space, user } = context;
    const given = new Map(texts.filter(({ text }) => text.trim() !== '').map(({ key, text }) => [key, text.trim()]));
    const find = voiceFor(context, language);
    return db.transaction(async (tx) => {
      const opened = await openTranslated(tx, space.space_id, document_id, parts);
      const { kind, project_id, name, state, passages, translated } = opened;
      const kept = passages.flatMap(({ key, text: source }) => {
        const text = given.get(key);
        return text === undefined ? [] : [{ key, source, text }];
      });
      if (kept.length === 0) throw new AppError('invalid', '还没有译文，或者原文已经换过，请重新打开翻译');
      const put = { texts: new Map(kept.map(({ key, text }) => [key, text])), is_bilingual, voiceFor: find };
      const called = `${name.slice(0, 90)} ${languageName(language)}版`;
      const user_uid = user.user_uid;
      const copy_id = await translated.store.copy(tx, document_id, {
        state: translated.put(state, put),
        name: called,
        user_uid,
      });
      await tx
        .insert(translation)
        .values({ copy_id, source_id: document_id, language, texts: kept, created_by: user_uid });
      return {
        document_id: copy_id,
        project_id,
        kind,
        notices: noticesOf(passages.length - kept.length, find(null), language),
      };
    });
  },

  async links({ document_id }, { db, space }) {
    return readLinks(db, space.space_id, document_id);
  },
});

function noticesOf(left: number, voice: unknown, language: string): string[] {
  return [
    ...(left > 0 ? [`${left} 句没有译文，保留了原文`] : []),
    ...(voice === null ? [`这里没有会说${languageName(language)}的音色，先关掉了配音；接入语音服务后可以打开`] : []),
  ];
}
