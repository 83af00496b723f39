import type { App } from '#context.ts';

export const swapsTopic = (project_id: string) => `swaps:${project_id}`;

/** Whoever has them open in another window reads them again. */
export async function tellSwaps({ streams, db }: Pick<App, 'streams' | 'db'>, project_id: string): Promise<void> {
  await streams.publish(db, swapsTopic(project_id), 'message', {});
}
