import type { LinkedCopy, Passage } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq } from '#db/orm.ts';
import { languageName } from '#features/language/languages.ts';
import { type Named, openTranslated, readNamed } from './translated-kinds.ts';
import { translation, type TranslatedText } from './translation.tables.ts';

/** What was translated into a language before and is still said so: the newest counts. */
export async function readKnown(
  db: Queryable,
  source_id: string,
  language: string,
  passages: readonly Passage[],
): Promise<{ key: string; text: string }[]> {
  const rows = await db
    .select({ texts: translation.texts })
    .from(translation)
    .where(and(eq(translation.source_id, source_id), eq(translation.language, language)))
    .orderBy(desc(translation.created_at));
  return passages.flatMap(({ key, text }) => {
    const found = rows.flatMap(({ texts }) => texts.find((one) => one.key === key && one.source === text) ?? [])[0];
    return found ? [{ key, text: found.text }] : [];
  });
}

/** In which language a document is: that it was translated into, else Chinese. */
export async function languageOf(db: Queryable, document_id: string): Promise<string> {
  const [row] = await db
    .select({ language: translation.language })
    .from(translation)
    .where(eq(translation.copy_id, document_id));
  return row?.language ?? 'zh';
}

export async function readLinks(
  db: Queryable,
  space_id: string,
  document_id: string,
): Promise<{ source: LinkedCopy | null; copies: LinkedCopy[] }> {
  const [own] = await db.select().from(translation).where(eq(translation.copy_id, document_id));
  const copies = await db
    .select()
    .from(translation)
    .where(eq(translation.source_id, document_id))
    .orderBy(desc(translation.created_at));
  const named = await readNamed(db, space_id, [
    ...(own ? [own.source_id] : []),
    ...copies.map(({ copy_id }) => copy_id),
  ]);
  const byId = new Map(named.map((one) => [one.document_id, one]));
  const sourceOf = (id: string) => openTranslated(db, space_id, id, 'all').then(({ passages }) => passages);
  const source = own && byId.get(own.source_id);
  const now = copies.length > 0 ? await sourceOf(document_id) : [];
  return {
    source: source ? toLink(source, own, await sourceOf(source.document_id)) : null,
    copies: copies.flatMap((one) => {
      const copy = byId.get(one.copy_id);
      return copy ? [toLink(copy, one, now)] : [];
    }),
  };
}

type Kept = { language: string; texts: TranslatedText[] };

function toLink(named: Named, { language, texts }: Kept, passages: readonly Passage[]): LinkedCopy {
  const now = new Map(passages.map(({ key, text }) => [key, text]));
  const changed = texts.filter(({ key, source }) => now.get(key) !== source).length;
  return { ...named, language, language_name: languageName(language), changed };
}
