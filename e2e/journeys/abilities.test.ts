import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callOf } from '@mixreel/contract';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { expectAccessible } from '../support/accessible.ts';
import { addFilms, ANALYSIS_MS, analysed, upload } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, stepTo, test } from '../support/test.ts';
import { makeFolder } from '../support/upload.ts';

test('a drawn mark is taken away after a declaration and kept as a new material; no face is added without a consent', async ({
  deskPage: page,
  product,
  admin,
}) => {
  test.setTimeout(120_000 + ANALYSIS_MS);
  const project_id = await makeProject(product, admin, `去字 ${Date.now()}`);
  await addFilms(product, admin, project_id, ['片头.mp4', '片尾.mp4']);
  const folder = await makeFolder();
  const photo = join(folder.path, '证件照.png');
  const drawn = ['-f', 'lavfi', '-i', 'color=0xc09080:s=64x64', '-frames:v', 1, photo];
  await runFfmpeg(await locateFfmpeg(), [drawn]);
  await upload(product, admin.access_token, project_id, '证件照.png', await readFile(photo));
  await folder.remove();
  await analysed(product, admin, project_id);
  await stepTo(page, `/aiCapabilities/textMarkRefiner?projectId=${project_id}`);
  await expect(page.getByText('去掉画面上的文字和水印')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '选视频或图片' }).last().click();
  const picker = page.getByRole('dialog', { name: '选视频或图片' });
  await picker.getByRole('button', { name: '片头.mp4' }).click();
  await picker.getByRole('button', { name: '片尾.mp4' }).click();
  await picker.getByRole('button', { name: '处理这 2 个' }).click();
  const desk = page.getByRole('region', { name: '片头.mp4' });
  // No models here: nothing is found, and the page says so.
  await expect(desk.getByText(/没有自动查找/)).toBeVisible({ timeout: 240_000 });

  // By keys alone: a box in the middle, moved and taken away again.
  await desk.getByRole('button', { name: '加一个框' }).press('Enter');
  const added = desk.getByRole('button', { name: '框：自己框的' });
  await expect(added).toBeFocused();
  const place = () => added.evaluate((element: HTMLElement) => element.style.left);
  const middle = await place();
  await page.keyboard.press('Shift+ArrowRight');
  expect(Number.parseFloat(await place())).toBeGreaterThan(Number.parseFloat(middle));
  await desk.getByRole('button', { name: '删掉这个框' }).press('Enter');
  await expect(added).toHaveCount(0);
  // What was pressed is gone with the box: the keyboard goes on beside it, not at the top of the page.
  await expect(desk.getByRole('complementary', { name: '要去除的地方' })).toBeFocused();

  const film = desk.locator('video');
  const { x, y, width, height } = (await film.boundingBox())!;
  await page.mouse.move(x + width * 0.3, y + height * 0.4);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.5, { steps: 4 });
  await page.mouse.up();
  const box = desk.getByRole('button', { name: '框：自己框的' });
  await expect(box).toBeVisible();
  await box.press('ArrowRight');
  await desk.getByRole('combobox', { name: '怎么去除' }).click();
  await page.getByText('新字幕', { exact: true }).click();
  // New words over it, shown as they will be drawn; a step back and forth.
  await desk.getByRole('textbox', { name: '新字幕的文字' }).fill('限时五折');
  await expect(desk.getByRole('img', { name: '限时五折' })).toHaveAttribute('data-ready', 'true');
  await desk.getByRole('combobox', { name: '下面的画面' }).click();
  await page.getByText('垫一块颜色', { exact: true }).click();
  await desk.getByRole('button', { name: '撤销' }).click();
  await expect(desk.getByText('垫一块颜色')).toBeHidden();
  await desk.getByRole('button', { name: '重做' }).click();
  await expect(desk.getByText('垫一块颜色').first()).toBeVisible();
  await desk.getByRole('slider', { name: '自己框的的结束' }).press('ArrowLeft');
  await desk.getByRole('button', { name: '同批素材同一位置' }).click();
  await expect(page.getByText('已放到同批的 1 个素材的同一位置')).toBeVisible();
  const begin = desk.getByRole('button', { name: '开始去除' });
  await expect(begin).toBeDisabled();
  await desk.getByLabel(/我确认有权编辑/).check();
  // What is ticked in the other one goes along.
  await desk.getByLabel('连同另外 1 个勾好的一起').check();
  await expectAccessible(page);
  await begin.click();
  await expect(page.getByText('已开始去除 2 个')).toBeVisible();

  await expect(desk.getByRole('button', { name: '存成新素材' })).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('list', { name: '要处理的素材' }).getByText('已去除，还没保存')).toHaveCount(2, {
    timeout: 240_000,
  });
  await desk.getByRole('slider', { name: '前后对比的分界' }).fill('20');
  await expect(desk.getByText(/确认有权编辑/)).toBeVisible();
  await expectAccessible(page);
  await desk.getByRole('button', { name: '存成新素材' }).click();
  await desk.getByRole('link', { name: '已保存，去素材库看' }).click();
  await page.getByRole('tab', { name: '文件' }).click();
  await expect(page.getByText('由「片头.mp4」处理得到')).toBeVisible();

  // The same film for another ability: people are looked for in it, and no face is added without a consent.
  await stepTo(page, `/aiCapabilities/faceSwap?projectId=${project_id}`);
  await expect(page.getByText('给画面里的人换一张脸')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '人脸与同意' }).click();
  const faces = page.getByRole('dialog', { name: '人脸与同意' });
  await faces.getByText('系统人脸', { exact: true }).click();
  await expect(faces.getByText(/还没有可以合法使用的系统人脸/)).toBeVisible();
  await faces.getByText('自己的人脸', { exact: true }).click();
  await expect(faces.getByText(/还没有人脸/)).toBeVisible();
  await faces.getByRole('button', { name: '添加人脸' }).click();
  const form = page.getByRole('dialog', { name: '添加人脸' });
  await form.getByRole('textbox', { name: '人脸的名字' }).fill('小林');
  await form.getByRole('button', { name: '从素材库选照片' }).click();
  const photos = page.getByRole('dialog', { name: '选照片' });
  await photos.getByRole('button', { name: '证件照.png' }).click();
  await photos.getByRole('button', { name: '用这 1 张' }).click();
  const put = form.getByRole('button', { name: '添加', exact: true });
  await expect(put).toBeDisabled();
  await form.getByLabel(/单独同意/).check();
  await expectAccessible(page);
  // Nobody looks at pictures without the models: nothing is taken unseen.
  await put.click();
  await expect(form.getByRole('alert')).toBeVisible();
  // With the models it would be: its consent can be taken back, and whatever shows it and stays here is named.
  const at = new Date().toISOString();
  const said = {
    subject: 'self',
    version: 1,
    text: '',
    by_name: '管理员',
    at,
    document_name: null,
    document_url: null,
  };
  const consent = { ...said, withdrawn_at: null as string | null, withdrawn_by_name: '管理员' };
  const face = { face_id: 'f', face_name: '小林', pictures: [], consent, uses_count: 1, created_at: at };
  const answer = (call: 'addFace' | 'listFaces' | 'withdrawFace', data: () => object) =>
    page.route(`**${callOf(`face.${call}`).path}*`, (route) =>
      route.fulfill({ json: { code: 0, message: '', data: data() } }),
    );
  await answer('addFace', () => face);
  await answer('listFaces', () => ({ items: [face] }));
  await answer('withdrawFace', () => {
    consent.withdrawn_at = at;
    const use = { id: 'a', project_id, created_at: at, is_withheld: true };
    return { items: [{ ...use, kind: 'artwork', name: '夏季新品' }] };
  });
  await put.click();
  const own = faces.getByRole('list', { name: '可以用的人脸' }).getByRole('listitem');
  await own.getByRole('button', { name: '撤回同意' }).click();
  const sure = page.getByRole('dialog', { name: '撤回「小林」的使用同意？' });
  await expect(sure).toContainText('都不能再下载、导出或拿去再做');
  await sure.getByRole('button', { name: '撤回同意' }).click();
  await expect(own).toContainText('撤回了同意');
  await expect(own).toContainText('已不能再导出：成片「夏季新品」');
  await expect(own.getByRole('button')).toHaveCount(0);
  // Until it is gone, the question is what Escape closes.
  await expect(sure).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(faces).toBeHidden();
  // One dialog took the place of another and gave it back.
  await expect(page.getByRole('button', { name: '人脸与同意' })).toBeFocused();

  await page.getByRole('button', { name: '选视频或图片' }).last().click();
  const films = page.getByRole('dialog', { name: '选视频或图片' });
  await films.getByRole('button', { name: '片尾.mp4' }).click();
  await films.getByRole('button', { name: '处理这 1 个' }).click();
  const people = page.getByRole('region', { name: '片尾.mp4' });
  // No models here: the page says so, and offers nothing that would be made up.
  await expect(people.getByText(/模型还没有准备好/)).toBeVisible({ timeout: 240_000 });
  await expect(people.getByRole('button', { name: '开始换脸' })).toBeDisabled();
  await expect(people.getByText('没有可以换脸的人', { exact: true })).toBeVisible();
  await expectAccessible(page);
});
