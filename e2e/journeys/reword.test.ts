import { callOf, type MixProject } from '@mixreel/contract';
import { makeProject } from '../support/people.ts';
import { expect, send, stepTo, test } from '../support/test.ts';

test('somebody lets a line be said in other ways, ticks two of them, and has them as wordings', async ({
  product,
  admin,
  deskPage: page,
}) => {
  const project_id = await makeProject(product, admin, '换着说的项目');
  const lines = ['早上起不来，咖啡店还要排长队？', '200ml'];
  const input = { project_id, mproject_name: '换着说', lines };
  const { mproject_id } = await send<MixProject>(product, callOf('mix.add').path, input, admin.access_token);
  await stepTo(page, `/studio/videoProduction?mproject_id=${mproject_id}`);

  await page.getByRole('button', { name: '再写几种说法' }).first().click();
  const dialog = page.getByRole('dialog', { name: '再写几种说法' });
  await expect(dialog.getByRole('button', { name: '加说法' })).toBeDisabled();
  const boxes = dialog.getByRole('list', { name: '可以加的说法' }).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await dialog.getByRole('button', { name: '加 2 种说法' }).click();
  await page.getByRole('button', { name: '版本 3', exact: true }).click();
  await expect(page.getByRole('textbox', { name: '镜头 1 的台词' })).toHaveValue(/咖啡店/);
  await expect(page.getByRole('textbox', { name: '镜头 1 的台词' })).not.toHaveValue(lines[0]!);

  await page.getByRole('button', { name: '再写几种说法' }).last().click();
  await expect(page.getByText('目前只会改写中文台词，这一句请自己写。')).toBeVisible();
});
