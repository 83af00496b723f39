import { type Artwork, callOf, type MixProject, type Session } from '@mixreel/contract';
import { expect } from '@playwright/test';
import { addFilms, analysed } from './material.ts';
import { makeProject } from './people.ts';
import type { Product } from './product.ts';
import { send } from './test.ts';

/** Three shootings with two clips of a second each, without a voice: what every machine can make. */
export async function makeMix(product: Product, admin: Session, mproject_name: string): Promise<MixProject> {
  const { access_token } = admin;
  const project_id = await makeProject(product, admin, `${mproject_name}的项目`);
  await addFilms(product, admin, project_id, ['开箱.mp4', '试用.mp4', '特写.mp4']);
  const films = [...(await analysed(product, admin, project_id)).values()];
  const mix = await send<MixProject>(
    product,
    callOf('mix.add').path,
    {
      project_id,
      mproject_name,
      lines: ['打开包装', '抹在手上', '看看质地'],
      config: {
        voice: { is_on: false },
        duration: { rule: 'clip' },
        combine: { count: 4, max_share_percent: 100 },
        music: {},
        vary: {},
      },
    },
    access_token,
  );
  for (const [n, { shooting_id }] of mix.shootings.entries()) {
    const { material_id } = films[n]!;
    const clips = [0, 1000].map((start_ms) => ({ material_id, start_ms, end_ms: start_ms + 1000 }));
    const input = { mproject_id: mix.mproject_id, shooting_id, clips };
    await send(product, callOf('clip.add').path, input, access_token);
  }
  return mix;
}

/** Picks combinations of a mix and makes so many videos of them. */
export async function exportVideos(
  product: Product,
  { access_token }: Session,
  { mproject_id, project_id }: MixProject,
  { count, timeout }: { count: number; timeout: number },
): Promise<Artwork[]> {
  await send(product, callOf('candidate.plan').path, { mproject_id }, access_token);
  const read = await fetch(`${product.url}${callOf('candidate.list').path}?mproject_id=${mproject_id}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { data } = (await read.json()) as { data: { items: { candidate_id: string }[] } };
  const candidate_ids = data.items.slice(0, count).map(({ candidate_id }) => candidate_id);
  await send(product, callOf('candidate.export').path, { mproject_id, candidate_ids }, access_token);
  let items: Artwork[] = [];
  await expect
    .poll(
      async () => {
        const input = { project_id, mproject_id };
        ({ items } = await send<{ items: Artwork[] }>(product, callOf('artwork.list').path, input, access_token));
        return items.length;
      },
      { timeout },
    )
    .toBe(count);
  return items;
}
