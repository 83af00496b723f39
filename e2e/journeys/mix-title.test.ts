import { callOf, DEFAULT_MIX_CONFIG, type MixProject } from '@mixreel/contract';
import { addFilms, analysed } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, test } from '../support/test.ts';

test.use({ deviceScaleFactor: 1 });

/** Real films are decoded, on a machine that may have other work. */
const MAKING_MS = 240_000;

type Box = { count: number; left: number; right: number; top: number; bottom: number };

test('a title typed over a machine-made film and the notice 「AI生成」 are seen apart, and the check says nothing of it', async ({
  adminPage: page,
  product,
  admin,
}) => {
  const { access_token } = admin;
  const project_id = await makeProject(product, admin, '标题的项目');
  await addFilms(product, admin, project_id, ['海边.mp4'], { isMachineMade: true, isDark: true });
  const [film] = (await analysed(product, admin, project_id)).values();
  // The title is the only red thing in the picture, the notice the only bright one.
  const style = { ...DEFAULT_MIX_CONFIG.title.style, colour: '#FF0000', outlines: [] };
  const config = { voice: { is_on: false }, duration: { rule: 'clip' }, title: { style } };
  const input = { project_id, mproject_name: '标题', lines: [''], config };
  const { mproject_id, shootings } = await send<MixProject>(product, callOf('mix.add').path, input, access_token);
  const clips = [{ material_id: film!.material_id, start_ms: 0, end_ms: 1000 }];
  const place = { mproject_id, shooting_id: shootings[0]!.shooting_id };
  await send(product, callOf('clip.add').path, { ...place, clips }, access_token);

  await page.goto(`/studio/videoProduction?mproject_id=${mproject_id}`);
  const stage = page.getByRole('region', { name: '画面', exact: true });
  const shown = stage.locator('video[data-on=true]');
  const boxes = () => shown.evaluate(boxesOf);
  await expect.poll(async () => (await boxes()).bright.count, { timeout: MAKING_MS }).toBeGreaterThan(50);
  await page.getByRole('tab', { name: '全局' }).click();
  await page.getByRole('textbox', { name: '标题文字' }).fill('一整个夏天都离不开的冰镇西瓜汁，今天开箱给你看');
  // Both of one picture: the next one may be of a video that is only about to be shown.
  let seen = await boxes();
  const least = async () => Math.min((seen = await boxes()).red.count, seen.bright.count);
  await expect.poll(least, { timeout: MAKING_MS }).toBeGreaterThan(50);
  const { red, bright } = seen;
  const apart =
    bright.top > red.bottom || bright.bottom < red.top || bright.left > red.right || bright.right < red.left;
  expect({ red, bright, apart }).toMatchObject({ apart: true });
  const answer = await fetch(`${product.url}${callOf('candidate.check').path}?mproject_id=${mproject_id}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { data } = (await answer.json()) as { data: { problems: { kind: string }[] } };
  expect(data.problems.filter(({ kind }) => kind === 'overlap')).toEqual([]);
});

/** Runs in the page: what is red and what is bright in the picture that a person sees. */
function boxesOf(video: Element): { red: Box; bright: Box } {
  const none = { count: 0, left: Infinity, right: -1, top: Infinity, bottom: -1 };
  const found = { red: { ...none }, bright: { ...none } };
  const { videoWidth: width, videoHeight: height } = video as HTMLVideoElement;
  if (width === 0) return found;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d')!;
  drawing.drawImage(video as HTMLVideoElement, 0, 0);
  const { data } = drawing.getImageData(0, 0, width, height);
  for (let at = 0; at < data.length; at += 4) {
    const [r, g] = [data[at]!, data[at + 1]!];
    const box = r - g > 90 ? found.red : g > 190 ? found.bright : null;
    if (!box) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    box.count += 1;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return found;
}
