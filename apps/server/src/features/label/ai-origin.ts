import type { Aigc } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';

/** Whether the space knows this content as made by a machine: what was labelled once stays labelled under any name. */
export async function isMachineMade(db: Queryable, space_id: string, sha256: string): Promise<boolean> {
  const files = db
    .select({ vlc_id: vlc_file.vlc_id })
    .from(vlc_file)
    .where(and(eq(vlc_file.space_id, space_id), eq(vlc_file.sha256, sha256)));
  const materials = await db
    .select({ one: sql`1` })
    .from(material)
    .where(and(inArray(material.vlc_id, files), eq(material.ai_origin, true)))
    .limit(1);
  if (materials.length > 0) return true;
  const videos = await db
    .select({ one: sql`1` })
    .from(artwork)
    .where(and(inArray(artwork.vlc_id, files), eq(artwork.ai_origin, true)))
    .limit(1);
  return videos.length > 0;
}

/** What is said of a file that says nothing itself: that its people declared it, and that we pass it on. */
export function declaredLabel(material_id: string, producer: string): Aigc {
  const nobody = { ContentProducer: '', ProduceID: '', ReservedCode1: '', ReservedCode2: '' };
  return { Label: '2', ...nobody, ContentPropagator: producer, PropagateID: material_id };
}
