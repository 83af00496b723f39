import type { App } from '#context.ts';

/** Fetches what the built-in abilities need, one after another, while the product is in use already. */
export async function fetchDefaultPacks({ shelf, log, config }: App): Promise<void> {
  if (!config.packs.isFetched) return;
  if (config.packs.registry === null) {
    log.warn('no npm registry is known, so no model packs are fetched: start by npm, or set PACKS_REGISTRY');
    return;
  }
  const wanted = shelf.list().filter(({ is_default, state }) => is_default && state !== 'ready');
  for (const { pack } of wanted) {
    // The shelf keeps what went wrong and the page shows it, with a button to try again.
    await shelf.fetch(pack).catch((error: unknown) => log.warn({ err: error, pack }, 'pack not fetched'));
  }
}
