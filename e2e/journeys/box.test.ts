import { callOf } from '@mixreel/contract';
import { expectAccessible } from '../support/accessible.ts';
import { addFilms, analysed } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, stepTo, test } from '../support/test.ts';
import { libraryPath } from '../support/upload.ts';

test('a material goes from the library to a tool and comes back as new ones', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `工具 ${Date.now()}`);
  await addFilms(product, admin, project_id, ['片头.mp4']);
  const { material_id } = (await analysed(product, admin, project_id)).get('片头.mp4')!;
  // A menu that is opened before the page knows what somebody may do here has the rest of it as soon as it is known.
  const known = Promise.withResolvers<void>();
  await page.route(`**${callOf('team.list').path}*`, async (route) => {
    await known.promise;
    await route.continue();
  });
  await stepTo(page, libraryPath(project_id));
  await page.getByRole('gridcell').filter({ hasText: '片头' }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: '打开' })).toBeVisible();
  known.resolve();
  await page.getByRole('menuitem', { name: '用工具处理' }).click();
  await expect(page.getByText('已带来 1 个素材')).toBeVisible();
  await expectAccessible(page);
  // What nobody can do here says why.
  const translating = page.getByRole('button', { name: /^翻译字幕/ });
  await expect(translating).toBeDisabled();
  await expect(translating).toContainText('还没有接入「翻译」服务');
  await page.getByRole('button', { name: /^截画面/ }).click();
  const dialog = page.getByRole('dialog', { name: '截画面' });
  await dialog.getByLabel('张数').fill('2');
  await expect(dialog.getByText(/^预计 /)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '开始处理' }).click();
  await expect(page.getByRole('link', { name: '查看结果（2 个）' })).toBeVisible({ timeout: 240_000 });

  // What is said stands in the picture as a person wrote it: from a file, put right line by line, and then burnt.
  const tile = page.getByRole('button', { name: /^烧字幕/ });
  await tile.press('Enter');
  await expect(page.getByRole('dialog', { name: '烧字幕' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tile).toBeFocused();
  await tile.press('Enter');
  const burning = page.getByRole('dialog', { name: '烧字幕' });
  await burning.getByRole('button', { name: '从素材库选' }).click();
  const films = page.getByRole('dialog', { name: '用「烧字幕」处理' });
  await films.getByRole('button', { name: '片头.mp4' }).click();
  await films.getByRole('button', { name: '选这 1 个' }).click();
  await page.getByRole('button', { name: '校对字幕：片头.mp4' }).click();
  const lines = page.getByRole('dialog', { name: '校对字幕：片头.mp4' });
  await expect(lines.getByText('没有听到人声，可以自己加，或导入 SRT')).toBeVisible();
  const srt = '1\n00:00:00,200 --> 00:00:01,100\n大家耗\n\n2\n00:00:01,000 --> 00:00:00,900\n<i>再见</i>\n';
  const buffer = Buffer.from(srt, 'utf16le');
  await lines.getByLabel('SRT 文件').setInputFiles({ name: '校对.srt', mimeType: 'text/plain', buffer });
  await expect(lines.getByText('第 2 句的结束时间不晚于开始时间，已改成最多 2 秒，请核对')).toBeVisible();
  await lines.getByRole('textbox', { name: '第 1 句', exact: true }).fill('大家好');
  await lines.getByRole('spinbutton', { name: '第 1 句到' }).fill('0:01.500');
  await expect(lines.getByText('第 2 句和上一句的时间重叠')).toBeVisible();
  await expect(lines.getByRole('button', { name: '保存' })).toBeDisabled();
  await lines.getByRole('spinbutton', { name: '第 1 句到' }).fill('0:00.900');
  await expectAccessible(page);
  // Somebody else saves first: nothing of either is lost.
  const theirs = [{ start_ms: 0, end_ms: 500, text: '别人写的' }];
  const correction = { material_id, revision: 0, subtitles: theirs };
  await send(product, callOf('box.correctSubtitles').path, correction, admin.access_token);
  await lines.getByRole('button', { name: '保存' }).click();
  await expect(lines.getByText(/你改的还在这里，没有保存/)).toBeVisible();
  const sentence = lines.getByRole('textbox', { name: '第 1 句', exact: true });
  await expect(sentence).toHaveValue('大家好');
  await lines.getByRole('button', { name: '看对方的' }).click();
  await expect(sentence).toHaveValue('别人写的');
  await expectAccessible(page);
  await lines.getByRole('button', { name: '换回我的' }).click();
  await expect(sentence).toHaveValue('大家好');
  await lines.getByRole('button', { name: '保存' }).click();
  await expect(burning.getByText(/^已校对 2 句/)).toBeVisible();
  await expectAccessible(page);
  await burning.getByRole('button', { name: '开始处理' }).click();
  const burnt = page.getByRole('listitem').filter({ hasText: '烧字幕：' });
  await expect(burnt.getByRole('link', { name: '查看结果' })).toBeVisible({ timeout: 240_000 });

  // Two tools in a row, kept under a name; the second does not go on with what the first gives unless it can.
  await page.getByRole('button', { name: '新建配方' }).click();
  const recipe = page.getByRole('dialog', { name: '新建配方' });
  await recipe.getByLabel('名称').fill('方形封面');
  for (const tool of ['换画幅', '挑封面']) {
    await recipe.getByRole('combobox', { name: '加一步' }).fill(tool);
    await page.getByTitle(tool, { exact: true }).click();
  }
  await expectAccessible(page);
  await recipe.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '方形封面' })).toContainText('换画幅');

  // A recording as clips: those that were found, cut and through the recipe.
  await page.getByRole('button', { name: /^直播切片/ }).click();
  const picker = page.getByRole('dialog', { name: '选一个长录像' });
  await picker.getByRole('button', { name: '片头.mp4' }).click();
  await picker.getByRole('button', { name: '选好了' }).click();
  await expect(page.getByText('没有听到人声，只按画面和音量挑')).toBeVisible();
  // As candidates of a mix they need not be cut.
  await page.getByRole('button', { name: '直接加入混剪' }).click();
  await page
    .getByRole('dialog', { name: '把 1 个片段加入混剪' })
    .getByRole('button', { name: '加入', exact: true })
    .click();
  await expect(page.getByText('已加入 1 个片段')).toBeVisible();
  await page.getByRole('combobox', { name: '剪好以后' }).click();
  await page.getByTitle('再用「方形封面」处理').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: '剪出 1 段' }).click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: '直播切片：' })
      .getByRole('link', { name: /查看结果/ }),
  ).toBeVisible({
    timeout: 240_000,
  });
});
