import { AppError, GLOSSARY_MAX, type GlossaryTerm } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, sql } from '#db/orm.ts';
import { glossary_term } from './language.tables.ts';

const SHOWN = {
  term_id: glossary_term.term_id,
  term: glossary_term.term,
  language: glossary_term.language,
  translation: glossary_term.translation,
};

export async function readGlossary(db: Queryable, space_id: string, language?: string): Promise<GlossaryTerm[]> {
  return db
    .select(SHOWN)
    .from(glossary_term)
    .where(and(eq(glossary_term.space_id, space_id), language ? eq(glossary_term.language, language) : undefined))
    .orderBy(asc(glossary_term.term), asc(glossary_term.language));
}

type Given = { space_id: string; created_by: string; term: string; language: string; translation: string };

/** A word has one translation in a language: said again, it is changed. */
export async function saveTerm(db: Queryable, given: Given): Promise<GlossaryTerm> {
  const { space_id, translation } = given;
  const count = await db.$count(glossary_term, eq(glossary_term.space_id, space_id));
  if (count >= GLOSSARY_MAX) throw new AppError('conflict', `术语表最多 ${GLOSSARY_MAX} 条，请先删除不用的`);
  const [saved] = await db
    .insert(glossary_term)
    .values({ term_id: newId(), ...given })
    .onConflictDoUpdate({
      target: [glossary_term.space_id, glossary_term.language, glossary_term.term],
      set: { translation, updated_at: sql`now()` },
    })
    .returning(SHOWN);
  if (!saved) throw new Error('The term was not saved');
  return saved;
}

export async function removeTerm(db: Queryable, space_id: string, term_id: string): Promise<void> {
  await db.delete(glossary_term).where(and(eq(glossary_term.space_id, space_id), eq(glossary_term.term_id, term_id)));
}
