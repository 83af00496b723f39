import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readHere } from '#features/foreign/readers.ts';
import { linesOf } from './parse-script.ts';

type Split = Parameters<typeof linesOf>[1];

function parseScript(file_name: string, content: Uint8Array, split: Split) {
  return linesOf(readHere(file_name.slice(file_name.lastIndexOf('.')).toLowerCase(), content), split);
}

const bytes = (text: string) => Buffer.from(text);
const texts = (file_name: string, content: Uint8Array, split: 'line' | 'sentence' | 'paragraph' = 'line') =>
  parseScript(file_name, content, split).lines.map(({ text }) => text);

function docx(paragraphs: string): Uint8Array {
  const body = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w" xmlns:mc="mc"><w:body>${paragraphs}</w:body></w:document>`;
  return zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(body) });
}

function xlsx(rows: (string | number)[][], merged: string[] = []): Uint8Array {
  const strings = rows.flat().filter((cell) => typeof cell === 'string');
  const cell = (value: string | number, r: number, c: number) => {
    const at = `${String.fromCharCode(65 + c)}${r + 1}`;
    return typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="s"><v>${strings.indexOf(value)}</v></c>`;
  };
  const sheet = rows.map((row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, r, c)).join('')}</row>`);
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="稿" r:id="rId7"/><sheet name="旧" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`),
    'xl/worksheets/sheet1.xml': strToU8('<worksheet><sheetData/></worksheet>'),
    'xl/worksheets/sheet2.xml': strToU8(
      `<worksheet><sheetData>${sheet.join('')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    ),
  });
}

test('a text file is split by lines, sentences or paragraphs', () => {
  const text = bytes('第一句。第二句！\n第三句\n\n  \n第二段');
  expect(texts('稿.txt', text)).toEqual(['第一句。第二句！', '第三句', '第二段']);
  expect(texts('稿.TXT', text, 'sentence')).toEqual(['第一句。', '第二句！', '第三句', '第二段']);
  expect(texts('稿.txt', text, 'paragraph')).toEqual(['第一句。第二句！ 第三句', '第二段']);
});

test('the encodings that Chinese editors save in are all read', () => {
  const gbk = Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3]);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('你好', 'utf16le')]);
  for (const content of [bytes('你好'), bytes('\uFEFF你好'), gbk, utf16]) {
    expect(texts('a.txt', content)).toEqual(['你好']);
  }
});

test('a Word file gives its paragraphs, tables included, without what was deleted or moved away', () => {
  const content = docx(
    `<w:p><w:moveFrom><w:r><w:t>新的</w:t></w:r></w:moveFrom><w:r><w:t>原价</w:t></w:r><w:r><w:t xml:space="preserve"> 199 元 &amp; 包邮</w:t></w:r></w:p>
     <w:p><w:del><w:r><w:delText>旧的</w:delText></w:r></w:del><w:moveTo><w:r><w:t>新的</w:t></w:r></w:moveTo></w:p>
     <w:tbl><w:tr><w:tc><w:p><w:r><w:t>表格里</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
  );
  expect(texts('稿.docx', content)).toEqual(['原价 199 元 & 包邮', '新的', '表格里']);
});

test('a sheet gives its column of lines and the length of their shots', () => {
  const content = xlsx([
    ['镜头', '台词', '时长（秒）'],
    [1, '今天下单立减五十', 2.5],
    [2, '点击下方链接', ''],
  ]);
  expect(parseScript('稿.xlsx', content, 'line').lines).toEqual([
    { text: '今天下单立减五十', shot_ms: 2500, role: null },
    { text: '点击下方链接', shot_ms: null, role: null },
  ]);
  expect(
    texts(
      '无表头.xlsx',
      xlsx([
        [1, '第一句话'],
        [2, '第二句话'],
      ]),
    ),
  ).toEqual(['第一句话', '第二句话']);
});

test('a sheet says who speaks each line, each role once, with the voice that stands beside it', () => {
  const content = xlsx([
    ['镜头', '角色（必填）', '音色', '台词', '时长（秒）'],
    [1, '小美：', '', '今天下单立减五十', 2],
    [2, '老王', '云健', '真的吗？'.repeat(300), ''],
    [3, ' 小美', '晓晓', '点击下方链接', ''],
    [4, '—', '', '没有人说的一句', ''],
    [5, '路人', '', '', ''],
    [6, '', '云扬', '只写了音色的一句', ''],
  ]);
  const { lines, roles } = parseScript('稿.xlsx', content, 'line');
  expect(lines.map(({ text, role }) => [text.slice(0, 4), role])).toEqual([
    ['今天下单', '小美'],
    ['真的吗？', '老王'],
    ['真的吗？', '老王'],
    ['点击下方', '小美'],
    ['没有人说', null],
    ['只写了音', '云扬'],
  ]);
  expect(roles).toEqual([
    { role: '小美', voice_name: '晓晓' },
    { role: '老王', voice_name: '云健' },
    { role: '云扬', voice_name: '云扬' },
  ]);
});

test.each([
  { header: ['人物', '内容'], said: '小美' },
  { header: ['说话人', '台词'], said: '小美' },
  { header: ['配音演员', '配音'], said: '小美' },
  { header: ['音色', '文案'], said: '小美' },
  { header: ['配音', '旁白'], said: '小美' },
  { header: ['角色', '第一版'], said: '小美' },
  { header: ['画面', '台词'], said: null },
])('who speaks is found under $header', ({ header, said }) => {
  const rows = [header, ['小美', '今天下单立减五十'], ['小美', '点击下方链接']];
  const { lines } = parseScript('稿.xlsx', xlsx(rows), 'line');
  expect(lines.map(({ text, role }) => [text, role])).toEqual([
    ['今天下单立减五十', said],
    ['点击下方链接', said],
  ]);
});

test('a role whose cell reaches over several rows says all of their lines, and nobody says the next one', () => {
  const rows = [
    ['角色', '台词'],
    ['小美', '第一句'],
    ['', '第二句'],
    ['', '第三句'],
    ['老王', '第四句'],
    ['', '第五句'],
  ];
  const { lines } = parseScript('稿.xlsx', xlsx(rows, ['A2:A4', 'A5:A5', 'B5:B6', 'A6:A900']), 'line');
  expect(lines.map(({ role }) => role)).toEqual(['小美', '小美', '小美', '老王', null]);
  expect(lines.map(({ text }) => text)).toEqual(['第一句', '第二句', '第三句', '第四句', '第五句']);
});

test('a column 旁白 or 配音 with sentences in it stays the words that are said', () => {
  const rows = [
    ['旁白', '文字'],
    ['夏天到了，最怕晒黑。', '防晒'],
    ['轻得像没涂', '轻'],
  ];
  const { lines, roles } = parseScript('稿.xlsx', xlsx(rows), 'line');
  expect(lines.map(({ text }) => text)).toEqual(['夏天到了，最怕晒黑。', '轻得像没涂']);
  expect(roles).toEqual([]);
});

test('captions give their text and how long each is shown', () => {
  const srt =
    '1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>大家</i>好\r\n欢迎\r\n\r\n2\r\n00:00:04.000 --> 00:00:05.000\r\n{\\an8}再见\r\n';
  expect(parseScript('a.srt', bytes(srt), 'line').lines).toEqual([
    { text: '大家好 欢迎', shot_ms: 2500, role: null },
    { text: '再见', shot_ms: 1000, role: null },
  ]);
});

test('long lines are cut between sentences and too many are left out, and both are said', () => {
  const long = parseScript('a.txt', bytes('这是一句话。'.repeat(300)), 'line');
  expect(long.lines.length).toBeGreaterThan(1);
  expect(long.lines.every(({ text }) => text.length <= 1000 && text.endsWith('。'))).toBe(true);
  expect(long.notices[0]).toMatch(/1000 字/);
  const many = parseScript('a.txt', bytes(Array.from({ length: 600 }, (_, n) => `第${n}行`).join('\n')), 'line');
  expect(many.lines).toHaveLength(500);
  expect(many.notices[0]).toMatch(/100 行没有导入/);
});

test('files that cannot be read are refused with what to do, quickly and without filling the memory', () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(21_000_000) }, { level: 1 });
  const liar = zipSync({ 'word/document.xml': new Uint8Array(10_000_000) }, { level: 1 });
  // The uncompressed size in the central directory says ten bytes.
  const view = Buffer.from(liar);
  view.writeUInt32LE(10, view.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24);
  const entity = docx('<w:p><w:r><w:t>a</w:t></w:r></w:p>');
  const cases: [string, Uint8Array, RegExp][] = [
    ['a.pdf', bytes('你好'), /只能导入/],
    ['a.txt', bytes(''), /没有可以朗读/],
    ['a.txt', bytes('😀🎉 ！！'), /没有可以朗读/],
    ['a.txt', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff]), /不是文字|编码/],
    ['a.txt', Uint8Array.from([0xff, 0xff, 0xff, 0xff]), /编码/],
    ['a.docx', bytes('not a zip'), /损坏/],
    ['a.docx', entity.subarray(0, entity.length / 2), /损坏/],
    ['a.docx', zipSync({ 'other.xml': strToU8('<a/>') }), /不是 Word/],
    ['a.docx', zipSync({ 'word/document.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') }), /损坏/],
    ['a.docx', bomb, /过大/],
    ['a.docx', view, /损坏|没有可以/],
    ['a.xlsx', zipSync({ 'xl/other.xml': strToU8('<a/>') }), /不是 Excel/],
    ['a.srt', bytes('只有文字'), /时间轴/],
  ];
  for (const [name, content, message] of cases) {
    const began = process.cpuUsage();
    expect(() => parseScript(name, content, 'line'), `${name} ${message}`).toThrow(message);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
  }
});
