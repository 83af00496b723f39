import { factsOf } from '@mixreel/media/testing';
import { eq } from '#db/orm.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { knownMaterial } from './materials.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** A real film of the library, known as an analysis would know it. */
export async function realFilm(app: TestApp, user: TestUser, project_id: string, path: string): Promise<string> {
  const material_id = await knownMaterial(app, user, project_id, path);
  const facts = await factsOf(path);
  await app.db
    .update(material)
    .set({ duration: facts.isStill ? null : facts.seconds })
    .where(eq(material.material_id, material_id));
  const marks = { black: [], frozen: [], blurred: [], shaky: [] };
  await app.db.insert(material_facts).values({ material_id, facts, marks }).onConflictDoNothing();
  return material_id;
}
