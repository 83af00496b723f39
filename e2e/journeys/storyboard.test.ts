import { callOf, type Session } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { invite, makeProject, makeTeam } from '../support/people.ts';
import { expect, freshSession, signInAs, test, watch } from '../support/test.ts';

const cell = (page: Page, row: number, name: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^第 ${row} 行${name}：`) });
const saved = (page: Page) => expect(page.getByText('已保存', { exact: true })).toBeVisible();

const LAST = ['时长', '场景', '人物', '道具', '声音', '备注'];

/** Puts something on the clipboard of the page and pastes it where the keyboard is. */
async function paste(page: Page, data: { text?: string; html?: string; picture?: boolean }): Promise<void> {
  await page.evaluate(async ({ text, html, picture }) => {
    const transfer = new DataTransfer();
    if (text) transfer.setData('text/plain', text);
    if (html) transfer.setData('text/html', html);
    if (picture) {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      if (blob) transfer.items.add(new File([blob], 'image.png', { type: 'image/png' }));
    }
    const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, data);
}

test('a board is written like a spreadsheet, by two people in one cell, and every gesture is one step back', async ({
  browser,
  product,
  admin,
  complaints,
}) => {
  const team_id = await makeTeam(product, admin, `分镜组 ${Date.now()}`);
  const ann = await invite(product, admin, { name: '小安', team_id, team_role: 'editor' });
  const ben = await invite(product, admin, { name: '小本', team_id, team_role: 'editor' });
  const project_id = await makeProject(product, ann, '分镜', team_id);
  const open = async (person: Session, path: string) => {
    const context = await browser.newContext({ baseURL: product.url });
    watch(context, complaints);
    await signInAs(context, product, await freshSession(product, person));
    const page = await context.newPage();
    await page.goto(path);
    return { context, page };
  };
  const one = await open(ann, `/storyBoard?teamId=${team_id}&projectId=${project_id}`);
  const { page } = one;
  await page.getByRole('main').getByRole('button', { name: '新建故事板' }).last().click();

  // Typing, with the way on; then a block as Excel copies it: rows appear, choices are understood, what is not is told.
  await cell(page, 1, '画面').click();
  await page.keyboard.type('杯子');
  await page.keyboard.press('Tab');
  await page.keyboard.type('早上一杯');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, '台词')).toBeVisible();
  await cell(page, 2, '画面').click();
  await paste(page, {
    text: '倒水\t"清醒\n一天"\t\t特写镜头\r\n喝水\t立减五十\t\t飞起来\r\n微笑\t今天下单\t\t全 景\r\n',
  });
  await expect(page.getByText(/第 3 行：景别没有「飞起来」，可以写：大特写/)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '第 2 行台词：清醒 一天' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '第 2 行景别：特写' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '第 4 行景别：全景' })).toBeVisible();

  // Down from the second row to the fourth, and back with one step that says its name.
  await cell(page, 2, '景别').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+D');
  await expect(page.getByRole('gridcell', { name: '第 4 行景别：特写' })).toBeVisible();
  await page.keyboard.press('Control+Z');
  await expect(page.getByRole('gridcell', { name: '第 4 行景别：全景' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '第 3 行景别：', exact: true })).toBeVisible();

  // A word that is composed as Chinese is: what was there gives way, Enter of the input method stays in the cell.
  await cell(page, 1, '画面').click();
  const keyboard = await one.context.newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'beizi', selectionStart: 5, selectionEnd: 5 });
  const writing = page.getByRole('textbox', { name: '第 1 行画面' });
  await expect(writing).toHaveValue('beizi');
  await writing.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await keyboard.send('Input.insertText', { text: '玻璃杯' });
  await expect(writing).toHaveValue('玻璃杯');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, '画面')).toHaveText('玻璃杯');

  // A length as people write it, then the line that does not fit into it is marked and leads there.
  await cell(page, 1, '时长').click();
  await page.keyboard.type('00:00.5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader', { name: /第 1 行，台词说不完/ })).toBeVisible();
  await page.getByRole('button', { name: /^第 1 行 \+/ }).click();
  await expect(page.getByRole('textbox', { name: '第 1 行台词：早上一杯' })).toBeFocused();
  await saved(page);

  // Somebody else comes: seen in the cell they are in; both write in it, and neither loses a letter.
  const two = await open(ben, `${new URL(page.url()).pathname}${new URL(page.url()).search}`);
  await cell(two.page, 1, '台词').dblclick();
  await expect(page.getByRole('button', { name: '小本，在第 1 行台词，去看看' })).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.press('Home');
  await two.page.keyboard.press('End');
  await Promise.all([page.keyboard.type('大家注意', { delay: 30 }), two.page.keyboard.type('立减五十', { delay: 30 })]);
  for (const person of [one, two]) {
    await expect(person.page.getByRole('textbox', { name: '第 1 行台词' })).toHaveValue('大家注意早上一杯立减五十');
  }
  await page.keyboard.press('Enter');

  // Rows change places by hand, and both see it; a pasted picture becomes a material and the reference of its row.
  const row = (number: number) => page.getByRole('rowheader', { name: `第 ${number} 行`, exact: true });
  await row(4).hover();
  const grip = await row(4).getByTitle('拖动换位置，点选整行').boundingBox();
  const target = await page.getByRole('rowheader', { name: /^第 1 行/ }).boundingBox();
  if (!grip || !target) throw new Error('nothing to drag');
  await page.mouse.move(grip.x + 5, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + 5, target.y + 10, { steps: 3 });
  await page.mouse.up();
  for (const person of [one, two]) await expect(cell(person.page, 1, '画面')).toHaveText('微笑');

  // A row that goes while somebody writes in it: what they type on stands in no other row.
  await cell(two.page, 3, '画面').dblclick();
  await two.page.keyboard.type('了');
  await expect(cell(page, 3, '画面')).toHaveText('倒水了');
  await cell(page, 3, '画面').click();
  await page.getByRole('button', { name: '删除行' }).click();
  await expect(cell(two.page, 3, '画面')).toHaveText('喝水');
  await two.page.keyboard.type('一杯');
  await page.getByRole('button', { name: '撤销' }).click();
  for (const person of [one, two]) await expect(cell(person.page, 4, '画面')).toHaveText('喝水');

  await cell(page, 1, '参考画面').click();
  await paste(page, { picture: true });
  for (const person of [one, two]) await expect(cell(person.page, 1, '参考画面').locator('img')).toBeVisible();
  await expectAccessible(page);

  // Found and replaced everywhere as one step.
  await page.keyboard.press('Control+F');
  await page.getByRole('textbox', { name: '查找' }).fill('立减');
  await expect(page.getByText('共 2 处')).toBeVisible();
  await page.getByRole('textbox', { name: '替换为' }).fill('直降');
  await page.getByRole('button', { name: '全部替换' }).click();
  await expect(page.getByText('替换了 2 处')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('共 2 处')).toBeVisible();

  // Columns as somebody leaves them are theirs on any computer: one that remembers nothing, and not for anybody else.
  await page.getByRole('button', { name: '列', exact: true }).click();
  const shown = page.getByRole('list', { name: '列' });
  await shown.getByRole('checkbox', { name: '角度' }).uncheck();
  await shown.getByRole('button', { name: '台词往前' }).click();
  await page.keyboard.press('Escape');
  const kept = page.waitForResponse(
    (response) =>
      response.url().includes(callOf('account.setColumns').path) &&
      response.request().postData()?.includes('296') === true,
  );
  await page.getByRole('slider', { name: '台词的列宽' }).focus();
  await page.keyboard.press('ArrowRight');
  expect((await kept).ok()).toBe(true);

  // The list shows it, in the library as well.
  await saved(page);
  await page.getByRole('button', { name: '回到全部故事板' }).click();
  await expect(page.getByRole('list', { name: '故事板' }).getByText('4 行')).toBeVisible();
  await page.evaluate(() =>
    Object.keys(localStorage).forEach((key) => key.includes('columns') && localStorage.removeItem(key)),
  );
  await page.goBack();
  const headings = (person: typeof one) => person.page.getByRole('columnheader');
  await expect(headings(one)).toHaveText(['', '段落', '参考画面', '台词', '画面', '字幕', '景别', '运镜', ...LAST]);
  await expect(page.getByRole('slider', { name: '台词的列宽' })).toHaveAttribute('aria-valuenow', '296');
  await expect(headings(two)).toHaveText([
    '',
    '段落',
    '参考画面',
    '画面',
    '台词',
    '字幕',
    '景别',
    '角度',
    '运镜',
    ...LAST,
  ]);

  // A table with headings of its own goes by these, behind the row one is in.
  await cell(page, 4, '画面').click();
  await paste(page, { text: '镜号\t口播文案\t画面内容\t运镜\n5\t最后一句\t包装盒\t缓慢推近' });
  await expect(page.getByRole('gridcell', { name: '第 5 行台词：最后一句' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '第 5 行运镜：推' })).toBeVisible();
  expect(complaints).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});
