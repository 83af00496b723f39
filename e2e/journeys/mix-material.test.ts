import { callOf, type Candidate, type MixProject } from '@mixreel/contract';
import { makeMix } from '../support/mix.ts';
import { expect, send, stepTo, test } from '../support/test.ts';

test('a deleted material marks its videos; the others can be exported, and others take their place', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const { access_token } = admin;
  const ask = <T>(path: string, input: object) => send<T>(product, path, input, access_token);
  const made = await makeMix(product, admin, '初秋新品');
  const { mproject_id } = made;
  const read = async <T>(path: string) => {
    const answer = await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${access_token}` } });
    return ((await answer.json()) as { data: T }).data;
  };
  const { shootings } = await read<MixProject>(`${callOf('mix.detail').path}?mproject_id=${mproject_id}`);
  const [first, second] = shootings as [MixProject['shootings'][number], MixProject['shootings'][number]];
  const [{ material_id }] = first.clips as [MixProject['header'][number]];
  // A clip of another film in the same place: without the first film there are still videos.
  const spare = { material_id: second.clips[0]!.material_id, start_ms: 0, end_ms: 1000 };
  await ask(callOf('clip.add').path, { mproject_id, shooting_id: first.shooting_id, clips: [spare] });
  await ask(callOf('candidate.plan').path, { mproject_id, count: 10 });
  await ask(callOf('material.delete').path, { material_ids: [material_id] });
  const { items } = await read<{ items: Candidate[] }>(`${callOf('candidate.list').path}?mproject_id=${mproject_id}`);
  const marked = items.filter(({ problem }) => problem !== null).length;
  expect(marked).toBeGreaterThan(0);

  await stepTo(page, `/studio/result?mproject_id=${mproject_id}`);
  await expect(page.getByText('片段不能用', { exact: true })).toHaveCount(marked);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出成片' });
  await expect(dialog.getByText(/条这次不导出，其他的照常导出/)).toBeVisible();
  await expect(dialog.getByText('素材在回收站里').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: `导出 ${items.length - marked} 条` })).toBeEnabled();
  await dialog.getByRole('button', { name: '用同镜头的其他片段补上' }).click();
  await expect(dialog.getByText(/条这次不导出/)).toBeHidden();
  await expect(page.getByText('片段不能用', { exact: true })).toHaveCount(0);
});
