import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';

export function folderTopic(project_id: string): string {
  return `folders:${project_id}`;
}

/** Tells everybody who looks at the materials of a project that folders, or what lies in them, are others. */
export async function tellFolders(
  { db, streams }: Pick<App, 'streams'> & { db: Queryable },
  project_id: string | null,
): Promise<void> {
  if (project_id) await streams.publish(db, folderTopic(project_id), 'message', {});
}
