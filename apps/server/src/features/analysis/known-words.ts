import type { Queryable } from '#db/connect.ts';
import { and, asc, desc, eq } from '#db/orm.ts';
import { client, project } from '#features/project/project.tables.ts';
import { sku_mark } from '#features/sku/sku.tables.ts';
import { pronunciation } from '#features/voice/voice.tables.ts';

/** More would push one another out of what an ear takes note of. */
const WORDS_MAX = 100;
const PRODUCTS_MAX = 50;

/**
 * Words that are likely to be said in the films of a project, the likeliest first: whom it is for, its products, their
 * brands and keywords, and what the space has in its dictionary of readings.
 */
export async function readKnownWords(
  db: Queryable,
  { space_id, project_id }: { space_id: string; project_id: string | null },
): Promise<string[]> {
  const readings = await db
    .select({ word: pronunciation.word })
    .from(pronunciation)
    .where(eq(pronunciation.space_id, space_id))
    .orderBy(asc(pronunciation.word))
    .limit(WORDS_MAX);
  const facts = project_id ? await readFacts(db, space_id, project_id) : [];
  const words = [...facts, ...readings.map(({ word }) => word)].map((word) => word.trim());
  return [...new Set(words.filter((word) => word.length > 1))].slice(0, WORDS_MAX);
}

async function readFacts(db: Queryable, space_id: string, project_id: string): Promise<string[]> {
  const [about] = await db
    .select({ sku_name: project.sku_name, client_name: client.client_name })
    .from(project)
    .leftJoin(client, eq(client.client_id, project.client_id))
    .where(and(eq(project.space_id, space_id), eq(project.project_id, project_id)));
  const products = await db
    .select({ sku_name: sku_mark.sku_name, merchant_name: sku_mark.merchant_name, keywords: sku_mark.keywords })
    .from(sku_mark)
    .where(and(eq(sku_mark.space_id, space_id), eq(sku_mark.project_id, project_id)))
    .orderBy(desc(sku_mark.sku_mark_id))
    .limit(PRODUCTS_MAX);
  return [
    about?.sku_name ?? '',
    about?.client_name ?? '',
    ...products.flatMap(({ sku_name, merchant_name }) => [merchant_name, sku_name]),
    ...products.flatMap(({ keywords }) => keywords),
  ];
}
