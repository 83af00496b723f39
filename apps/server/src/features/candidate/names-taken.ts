import type { Queryable } from '#db/connect.ts';
import { and, inArray } from '#db/orm.ts';
import { namesIn } from '#features/dir/names-in.ts';
import { export_video } from './candidate.tables.ts';

/** Videos that are still to come. */
export const isUnderWay = inArray(export_video.status, ['waiting', 'rendering']);

/** In these directories, by what is there and by what is on its way. `leaving` are on their way out. */
export async function namesTaken(db: Queryable, dir_ids: string[], leaving: string[] = []): Promise<string[]> {
  const coming = await db
    .select({ name: export_video.file_name })
    .from(export_video)
    .where(and(inArray(export_video.dir_id, dir_ids), isUnderWay));
  return [...(await namesIn(db, dir_ids, leaving)), ...coming.map(({ name }) => name)];
}
