import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callOf, type Material, type MaterialDetail, type Session, type UploadRecord } from '@mixreel/contract';
import { aigcArgs, aigcLabel, type Args, locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { send } from './test.ts';
import { makeFolder } from './upload.ts';

/** Analysis decodes real films, on a machine that may have other work. */
export const ANALYSIS_MS = 240_000;

type Film = { hue: number; isMachineMade: boolean; isDark: boolean };

const films = new Map<string, Promise<Buffer>>();

/** The films of a project differ; those of another project may be the same, and are made once. */
function readFilm(film: Film): Promise<Buffer> {
  const key = JSON.stringify(film);
  const content = films.get(key) ?? makeFilm(film);
  films.set(key, content);
  return content;
}

/** A film with a cut in the middle: one second of one picture, one of another. */
async function makeFilm({ hue, isMachineMade, isDark }: Film): Promise<Buffer> {
  const label: Args = isMachineMade ? aigcArgs(aigcLabel({ producer: '别处', contentId: '1' })) : [];
  const look = isDark ? ',format=gray,eq=brightness=-0.7' : '';
  const folder = await makeFolder();
  const path = join(folder.path, 'film.mp4');
  await runFfmpeg(await locateFfmpeg(), [
    ['-f', 'lavfi', '-i', `testsrc2=size=180x320:rate=15:duration=1,hue=h=${hue}`],
    ['-f', 'lavfi', '-i', `smptebars=size=180x320:rate=15:duration=1,hue=h=${hue}`],
    ['-filter_complex', `[0][1]concat=n=2:v=1${look}`],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...label,
    [path],
  ]);
  const content = await readFile(path);
  await folder.remove();
  return content;
}

/** A film as somebody chooses it in a page. */
export async function filmFile(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await readFilm({ hue: 200, isMachineMade: false, isDark: false });
  return { name, mimeType: 'video/mp4', buffer };
}

/** Films with these names, uploaded as a page does. */
export async function addFilms(
  product: Product,
  { access_token }: Session,
  project_id: string,
  names: string[],
  { isMachineMade = false, isDark = false } = {},
): Promise<void> {
  for (const [n, name] of names.entries()) {
    await upload(product, access_token, project_id, name, await readFilm({ hue: n * 40, isMachineMade, isDark }));
  }
}

/** A file of any kind, uploaded as a page does; `onRecord` is waited for before the first byte. */
export async function upload(
  product: Product,
  token: string,
  project_id: string,
  file_name: string,
  content: Buffer,
  onRecord?: (record: UploadRecord) => Promise<void>,
): Promise<void> {
  const extra_args = { material_sub_type: 'shot_video' };
  const input = { project_id, file_name, bytes: content.length, extra_args };
  const { record } = await send<{ record: UploadRecord }>(product, callOf('upload.start').path, input, token);
  const { record_uuid } = record;
  await onRecord?.(record);
  const sent = await fetch(product.url + record.upload_url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${token}`,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(content),
  });
  expect(sent.status).toBe(204);
  await send(product, callOf('upload.end').path, { record_uuid }, token);
}

/** The project's materials, once all of them are analysed. */
export async function analysed(
  product: Product,
  { access_token }: Session,
  project_id: string,
): Promise<Map<string, Material>> {
  let items: Material[] = [];
  await expect
    .poll(
      async () => {
        const input = { project_id, page_size: 100 };
        ({ items } = await send<{ items: Material[] }>(product, callOf('material.list').path, input, access_token));
        return items.map(({ analysis_status }) => analysis_status).filter((status) => status !== 'done');
      },
      { timeout: ANALYSIS_MS },
    )
    .toEqual([]);
  return new Map(items.map((one) => [one.material_name, one]));
}

export async function readDetail(
  product: Product,
  { access_token }: Session,
  material_id: string,
): Promise<MaterialDetail> {
  const query = new URLSearchParams({ material_id });
  const response = await fetch(`${product.url}${callOf('material.detail').path}?${query}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return ((await response.json()) as { data: MaterialDetail }).data;
}

export function cardOf(page: Page, name: string) {
  return page.getByRole('gridcell').filter({ hasText: name });
}

/** The names of the cards, in their order. */
export async function cardNames(page: Page): Promise<string[]> {
  return page
    .getByRole('gridcell')
    .evaluateAll((cards) => cards.map((card) => card.querySelector<HTMLElement>('p [title]')?.title ?? ''));
}
