import { readFileSync } from 'node:fs';
import { fontPath } from '@mixreel/media';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { breakText } from './break-text.ts';
import { SubsetFont } from './font-subset.ts';
import { columnWidths, INNER_WIDTH, type Sheet } from './sheet.ts';
import { writePdf } from './write-pdf.ts';
import { writeXlsx } from './write-xlsx.ts';

const font = (id: 'hei' | 'hei-bold') => new SubsetFont(id, readFileSync(fontPath(id)));

const square = (text: string) => Array.from(text).length;

async function sheetOf(count: number): Promise<Sheet> {
  // As heavy as a small picture gets: nothing in it is like the rest.
  const noise = Buffer.from(Array.from({ length: 320 * 180 * 3 }, (_, n) => (n * 2654435761) >>> 24));
  const jpeg = await sharp(noise, { raw: { width: 320, height: 180, channels: 3 } })
    .blur(2)
    .jpeg({ quality: 74 })
    .toBuffer();
  return {
    title: '冷萃三十秒',
    facts: '项目：夏天　共 60 行',
    columns: [
      { name: '镜号', kind: 'number' },
      { name: '参考画面', kind: 'picture' },
      { name: '画面', kind: 'text' },
      { name: '台词', kind: 'text' },
      { name: '时长', kind: 'seconds' },
    ],
    rows: Array.from({ length: count }, (_, n) => ({
      cells: [String(n + 1), '', `第 ${n + 1} 个画面：女孩从被窝里伸出手`, '早上起不来？39.9 元（“真的”）！', '2.5'],
      picture: { jpeg: Buffer.from(jpeg), width: 320, height: 180, alt: '', note: '' },
    })),
  };
}

test('another program reads every row of a PDF, headings and page numbers on each page, in a small file', async () => {
  const sheet = await sheetOf(60);
  const { user } = process.threadCpuUsage();
  const bytes = writePdf(sheet, { body: font('hei'), bold: font('hei-bold') });
  expect((process.threadCpuUsage().user - user) / 1e6).toBeLessThan(3);
  expect(bytes.length).toBeLessThan(2_000_000);
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  const plain = pages.map((page) => page.replace(/\s+/g, ''));
  expect(pages.length).toBeGreaterThan(5);
  plain.forEach((page, n) => {
    expect(page).toContain('镜号参考画面画面台词时长');
    expect(page).toContain(`${n + 1}/${pages.length}`);
  });
  const all = plain.join('');
  expect(sheet.rows.every((_, n) => all.includes(`第${n + 1}个画面：女孩从被窝里伸出手`))).toBe(true);
  expect(all.split('39.9元（“真的”）！')).toHaveLength(61);
});

test('a row that is longer than a page goes on over the next, and nothing of it is lost', async () => {
  const sheet = await sheetOf(1);
  const long = Array.from({ length: 300 }, (_, n) => `句子${n}。`).join('');
  sheet.rows[0]!.cells[2] = long;
  sheet.columns.push(...Array.from({ length: 8 }, (_, n) => ({ name: `列${n}`, kind: 'text' as const })));
  sheet.rows[0]!.cells.push(...Array.from({ length: 8 }, () => '占位的文字'.repeat(8)));
  const bytes = writePdf(sheet, { body: font('hei'), bold: font('hei-bold') });
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  expect(pages.length).toBeGreaterThan(1);
  for (const n of [0, 150, 299]) expect(pages.join('').replace(/\s+/g, '')).toContain(`句子${n}。`);
});

test('columns fill the page, and lines break where a reader expects it', async () => {
  const widths = columnWidths(await sheetOf(3));
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(INNER_WIDTH);
  expect(breakText('三秒一杯，冷萃（好喝）', 5, square)).toEqual(['三秒一杯，', '冷萃（好', '喝）']);
  expect(breakText('iPhone 15 Pro', 7, square)).toEqual(['iPhone', '15 Pro']);
});

test('what looks like a formula stays a text in a sheet, and characters that no file may hold are left out', async () => {
  const sheet = await sheetOf(1);
  sheet.rows[0]!.cells[2] = '=1+1 & <b>\u0001\ud800';
  const files = unzipSync(writeXlsx(sheet));
  const xml = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
  expect(xml).toContain('<t xml:space="preserve">=1+1 &amp; &lt;b&gt;\ufffd</t>');
  expect(Object.keys(files)).toContain('xl/media/image1.jpeg');
});

test('a table with more columns than there are letters names each cell as other programs do', () => {
  const names = Array.from({ length: 54 }, (_, n) => `第 ${n + 1} 列`);
  const columns = names.map((name) => ({ name, kind: 'text' as const }));
  const sheet = { title: '批次', facts: '', columns, rows: [{ cells: names, picture: null }] };
  const parts = unzipSync(writeXlsx(sheet));
  const xml = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString();
  const row = [...xml.matchAll(/ r="([^"]+4)"/g)].map(([, place]) => place);
  expect([row[25], row[26], row[27], row[51], row[52], row[53]]).toEqual(['Z4', 'AA4', 'AB4', 'AZ4', 'BA4', 'BB4']);
  expect(xml).toContain('<mergeCell ref="A1:BB1"/>');
});
