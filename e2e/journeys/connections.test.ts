import { callOf, type Candidate } from '@mixreel/contract';
import { makeMix } from '../support/mix.ts';
import { invite, makeProject } from '../support/people.ts';
import { startStallingProxy } from '../support/stalling-proxy.ts';
import { expect, freshSession, send, signInAs, test } from '../support/test.ts';

/** A film whose index is announced, so that a player goes on waiting for it. */
const FILM_BEGIN = Buffer.concat([
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from([2, 0, 0, 0]),
  Buffer.from('moov'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('trak'),
]);

test('ten previews that never come leave the result page alive: it still exports', async ({
  page,
  context,
  product,
  admin,
}) => {
  const { mproject_id } = await makeMix(product, admin, '十个预览');
  const token = admin.access_token;
  await send(product, callOf('candidate.plan').path, { mproject_id, count: 8 }, token);
  const list = await fetch(`${product.url}${callOf('candidate.list').path}?mproject_id=${mproject_id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = ((await list.json()) as { data: { items: Candidate[] } }).data;
  const others = items.slice(1).map(({ candidate_id }) => candidate_id);
  await send(product, callOf('candidate.update').path, { candidate_ids: others, is_picked: false }, token);

  // Every other draft takes for ever to be made, the rest to be sent.
  let asked = 0;
  const proxy = await startStallingProxy(product.url, ({ url = '' }, answer) => {
    if (url.startsWith('/stalled')) {
      answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 50_000_000 });
      answer.write(FILM_BEGIN);
      return true;
    }
    if (!url.startsWith(callOf('candidate.preview').path)) return false;
    asked += 1;
    if (asked % 2 === 0) return true;
    const data = { url: `/stalled/${asked}`, quality: 'draft', duration: 3, readiness: 1, cuts: [] };
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ code: 0, message: '', data }));
    return true;
  });
  await signInAs(context, { ...product, url: proxy.url }, await freshSession(product, admin));
  await page.goto(`${proxy.url}/studio/result?mproject_id=${mproject_id}`);
  const cards = page.getByRole('gridcell');
  await expect(cards).toHaveCount(8);
  for (let n = 0; n < 10; n += 1) {
    await cards.nth(n % 8).hover();
    await expect(cards.nth(n % 8).getByRole('status', { name: '正在准备预览' })).toBeVisible();
  }
  // Only what is looked at is still waited for, and what is made ready next.
  await expect.poll(() => proxy.stalled()).toBeLessThanOrEqual(2);

  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('dialog', { name: '导出成片' }).getByRole('button', { name: '导出 1 条' }).click();
  await expect(page.getByText('开始导出 1 条')).toBeVisible();
  proxy.close();
});

test('a request that is lost ends in a sentence, and is sent again by a click', async ({
  page,
  context,
  product,
  admin,
}) => {
  let isLost = true;
  const proxy = await startStallingProxy(product.url, ({ url = '' }, answer) => {
    if (!isLost || !url.startsWith(callOf('auth.updateProfile').path)) return false;
    answer.destroy();
    return true;
  });
  // The administrator keeps the name that other journeys know.
  const person = await invite(product, admin, { name: '小改' });
  await makeProject(product, person, '改名');
  await signInAs(context, { ...product, url: proxy.url }, person);
  await page.goto(`${proxy.url}/home/task`);
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '修改名字' }).click();
  await page.getByRole('textbox', { name: '名字' }).fill('老板');
  await page.keyboard.press('Enter');
  await expect(page.getByText('「修改自己的名字」没有送到服务器，请检查网络后重试')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('button', { name: '老板的菜单' })).toBeVisible();
  proxy.close();
});
