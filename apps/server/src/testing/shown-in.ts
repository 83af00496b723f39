import type { App } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { content_source, vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';

/** Those of the materials that a file is known to show. */
export async function shownIn({ db }: Pick<App, 'db'>, vlc_id: string, material_ids: string[]): Promise<string[]> {
  const sources = db
    .select({ sha256: content_source.source_sha256 })
    .from(content_source)
    .innerJoin(vlc_file, eq(vlc_file.sha256, content_source.sha256))
    .where(eq(vlc_file.vlc_id, vlc_id));
  const rows = await db
    .select({ material_id: material.material_id })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(inArray(material.material_id, material_ids), inArray(vlc_file.sha256, sources)));
  return material_ids.filter((id) => rows.some(({ material_id }) => material_id === id));
}
