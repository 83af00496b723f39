import { type Artwork, callOf, type Material, type Session } from '@mixreel/contract';
import type { Locator, Page } from '@playwright/test';
import { addFilms } from './material.ts';
import { open } from './page.ts';
import type { Product } from './product.ts';
import { send } from './test.ts';

/** Finished videos with these names, all of one small film: filed as they are, so that nothing has to be rendered. */
export async function addArtworks(
  product: Product,
  admin: Session,
  project_id: string,
  names: string[],
  kind: { isMachineMade?: boolean } = {},
): Promise<Artwork[]> {
  const { access_token } = admin;
  await addFilms(product, admin, project_id, ['成片.mp4'], kind);
  const { items } = await send<{ items: Material[] }>(
    product,
    callOf('material.list').path,
    { project_id },
    access_token,
  );
  const made: Artwork[] = [];
  for (const artwork_name of names) {
    const input = { project_id, material_id: items[0]?.material_id, artwork_name };
    made.push(await send<Artwork>(product, callOf('artwork.save').path, input, access_token));
  }
  return made;
}

/** The 成片 tab of the library. */
export function artworkPage(page: Page) {
  const dirs = page.getByRole('navigation', { name: '成片目录' });
  return {
    open: (project_id: string, query = '') => open(page, `/home/material?projectId=${project_id}&tab=finished${query}`),
    /** A directory with the number that stands beside it. */
    dir: (name: string): Locator => dirs.getByRole('treeitem', { name: new RegExp(`^${name} `) }),
    dirNames: () =>
      dirs
        .getByRole('tree', { name: '目录', exact: true })
        .getByRole('treeitem')
        .evaluateAll((lines) =>
          lines.map((line) => `${line.getAttribute('aria-level')} ${line.getAttribute('aria-label') ?? ''}`),
        ),
    bin: dirs.getByRole('button', { name: /^回收站/ }),
    cards: page.getByRole('gridcell'),
    card: (name: string): Locator => page.getByRole('gridcell').filter({ hasText: name }),
    names: () =>
      page
        .getByRole('gridcell')
        .evaluateAll((cards) => cards.map((card) => card.querySelector<HTMLElement>('p [title]')?.title ?? '')),
    bar: page.getByRole('toolbar', { name: '对选中的成片' }),
    filters: page.getByRole('group', { name: '筛选' }),
  };
}
