/** The image editor under the hand: a layer dragged among thirty on the largest canvas. Time of the page's own thread. */
import { callOf, type Session } from '@mixreel/contract';
import { PLAIN_LAYER, plainPicture } from '@mixreel/contract/sheet';
import sharp from 'sharp';
import { type LonePage, openLonePage } from '../e2e/support/lone-page.ts';
import { upload } from '../e2e/support/material.ts';
import { makeProject } from '../e2e/support/people.ts';
import { startProduct } from '../e2e/support/product.ts';
import { send } from '../e2e/support/test.ts';
import type { Bar } from './bar.ts';

const SIDE = 4096;
const LAYERS = 30;
const MOVES = 120;
const WARM = 20;
/** A frame of a screen of 60. */
const FRAME_MS = 1000 / 60;

export async function measureEditor(): Promise<Bar[]> {
  const product = await startProduct({ RATE_PER_MINUTE: '100000' });
  let lone: LonePage | undefined;
  try {
    const code = new URL(product.signInLink).searchParams.get('code') ?? '';
    const session = await send<Session>(product, callOf('auth.login').path, { code });
    const project_id = await makeProject(product, session, '图片');
    const sheet_id = await makeSheet(product, session, project_id);
    lone = await openLonePage(product, session);
    return await drag(lone.page, `/videoGenerate/image/editor?projectId=${project_id}&sheet_id=${sheet_id}`);
  } finally {
    await lone?.close();
    await product.stop();
  }
}

type Product = Awaited<ReturnType<typeof startProduct>>;

/** Photographs, shapes and words in turn, each a third of the canvas, one over another. */
async function makeSheet(product: Product, { access_token: token }: Session, project_id: string): Promise<string> {
  const noise = {
    create: {
      width: 2400,
      height: 1800,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    },
  };
  await upload(
    product,
    token,
    project_id,
    '照片.jpg',
    await sharp({ ...noise, create: { ...noise.create, background: '#888' } })
      .jpeg()
      .toBuffer(),
  );
  const { items } = await send<{ items: { material_id: string }[] }>(
    product,
    callOf('material.list').path,
    { project_id },
    token,
  );
  const material_id = items[0]?.material_id ?? '';
  const origin = { from: 'empty', width: SIDE, height: SIDE };
  const { sheet_id } = await send<{ sheet_id: string }>(
    product,
    callOf('sheet.add').path,
    { project_id, origin },
    token,
  );
  const picture = await send<{ vlc_id: string }>(
    product,
    callOf('sheet.bring').path,
    { sheet_id, picture: { material_id } },
    token,
  );
  const acts = [{ act_id: 'first', operations: operationsFor(picture.vlc_id) }];
  // A document begins with its first step.
  await send(product, callOf('document.perform').path, { document_id: sheet_id, sequence: 1, acts }, token);
  return sheet_id;
}

function operationsFor(source: string) {
  return Array.from({ length: LAYERS }, (_, n) => ({
    do: 'add',
    table: 'layer',
    id: `layer${n}`,
    record: { ...PLAIN_LAYER, ...partOf(n, source), rank: `V${String(n).padStart(3, '0')}1`, ...boxOf(n) },
  }));
}

function boxOf(n: number) {
  const side = SIDE / 3;
  return { x: (n % 6) * 480 + 100, y: Math.floor(n / 6) * 480 + 100, width: side, height: side };
}

function partOf(n: number, source: string) {
  const form = { kind: 'rect', radius: 40 };
  if (n % 3 === 0) return { kind: 'picture', picture: { ...plainPicture(source), form } };
  const fill = { kind: 'solid', colour: n % 2 === 0 ? '#2B59E0' : '#E0402B' };
  if (n % 3 === 1) return { kind: 'shape', opacity: 0.8, shape: { form, fill, stroke: null } };
  const letters = { font_id: 'hei-bold', size: 240, align: 'center', line_height: 1.2, spacing: 0, outlines: [] };
  return { kind: 'text', text: { text: `第 ${n} 层\n今日特价`, fill, ...letters } };
}

async function drag(page: LonePage['page'], path: string): Promise<Bar[]> {
  // Everything that is drawn with: photographs and letters.
  const arrived = [/\/files\//, callOf('sheet.glyphs').path].map((part) =>
    page.waitForResponse((response) => new RegExp(part).test(response.url())),
  );
  await page.goto(path);
  await Promise.all(arrived);
  const box = await page.getByRole('region', { name: '画布', exact: true }).boundingBox();
  if (!box) throw new Error('No stage');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  // Of the thread, not of the clock: what else the machine does is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const settled = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const cost = async (act: () => Promise<unknown>) => {
    const before = await busy();
    await act();
    await settled();
    return (await busy()) - before;
  };
  const idle = Math.min(await cost(async () => {}), await cost(async () => {}), await cost(async () => {}));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 5);
  await settled();
  const each: number[] = [];
  for (let n = -WARM; n < MOVES; n += 1) {
    const angle = n / 10;
    const at = { x: from.x + 120 * Math.cos(angle), y: from.y + 90 * Math.sin(angle) };
    const took = (await cost(() => page.mouse.move(at.x, at.y))) - idle;
    if (n >= 0) each.push(took);
  }
  await page.mouse.up();
  const sorted = each.toSorted((a, b) => a - b);
  const late = (100 * each.filter((ms) => ms > FRAME_MS).length) / MOVES;
  return [
    {
      name: `dragging one of ${LAYERS} layers on ${SIDE}²: late frames`,
      figure: late,
      unit: '%',
      bar: 5,
      better: 'lower',
    },
    { name: 'of a frame, half of them', figure: sorted[MOVES / 2] ?? 0, unit: 'ms', bar: null, better: 'lower' },
  ];
}
