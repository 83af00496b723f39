import { readTable } from '@mixreel/contract';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readHere } from '#features/foreign/readers.ts';
import { longestSilence, SILENCE_MAX_MS } from '#testing/event-loop-watch.ts';
import { tablesOf } from './read-file.ts';

type Split = Parameters<typeof tablesOf>[1];
const parse = (file_name: string, content: Uint8Array | string, split: Split = 'line') =>
  tablesOf(readHere(file_name.slice(file_name.lastIndexOf('.')), Buffer.from(content)), split);

/** As rows of a board, with what the guess makes of the file. */
const rowsOf = (file_name: string, content: Uint8Array | string, split: Split = 'line') => {
  const [table] = parse(file_name, content, split).tables;
  return readTable(table!.rows, table!.fields, table!.has_headings).rows;
};

const cell = (text: string, set = '') => `<w:tc><w:tcPr>${set}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const docx = (body: string) =>
  zipSync({ 'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`) });

const sheet = (rows: string) => strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
const say = (cells: string[]) => `<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;

const segment = (material_id: string, start: number, duration: number) => ({
  material_id,
  target_timerange: { start: start * 1e6, duration: duration * 1e6 },
});

test('a table in a Word file comes as a table, cells over several rows stand in each of them', () => {
  const content = docx(
    `<w:p><w:r><w:t>拍摄前先看场地</w:t></w:r></w:p>
     <w:tbl><w:tr>${cell('镜号')}${cell('场景')}${cell('画面')}${cell('台词')}</w:tr>
     <w:tr>${cell('1')}${cell('卧室', '<w:vMerge w:val="restart"/>')}${cell('摸手机')}${cell('又起晚了')}</w:tr>
     <w:tr>${cell('2')}${cell('', '<w:vMerge/>')}${cell('坐起来')}${cell('来不及了')}</w:tr>
     <w:tr>${cell('3')}${cell('厨房')}${cell('倒咖啡', '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
  );
  const { tables } = parse('稿.docx', content);
  expect(tables.map(({ name, fields }) => [name, fields])).toEqual([
    ['表格', [null, 'scene', 'picture', 'line']],
    ['正文', ['line']],
  ]);
  expect(rowsOf('稿.docx', content).map(({ scene, picture, line }) => [scene, picture, line])).toEqual([
    ['卧室', '摸手机', '又起晚了'],
    ['卧室', '坐起来', '来不及了'],
    ['厨房', '倒咖啡', ''],
  ]);
});

test('a workbook shows numbers as its cells do, and offers every sheet, what looks like a board first', () => {
  const money = [
    '[$€-407]#,##0.00',
    '_ &quot;¥&quot;* #,##0.00_ ;_ &quot;¥&quot;* -#,##0.00_ ',
    '0.0&quot;元/盒&quot;',
  ];
  const codes = [...money, '#,##0,&quot;元&quot;', '[$-804]yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;'];
  const own = codes.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`).join('');
  const ids = [0, 14, 47, 20, ...codes.map((_, n) => 164 + n)];
  const styles = `<numFmts>${own}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
  const content = zipSync({
    'xl/workbook.xml': strToU8('<sheets><sheet name="说明" r:id="a"/><sheet name="分镜" r:id="b"/></sheets>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<R><Relationship Id="a" Target="worksheets/s1.xml"/><Relationship Id="b" Target="worksheets/s2.xml"/></R>',
    ),
    'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
    'xl/worksheets/s1.xml': sheet(say(['请先看这里'])),
    'xl/worksheets/s2.xml': sheet(
      `${say(['画面', '口播', '时长', '备注'])}
       <row><c t="str"><v>锅底</v></c><c><v>39.900000000000006</v></c><c s="3"><v>3.472222222222222E-3</v></c>
         <c s="1"><v>45292</v></c></row>
       <row><c t="str"><v>毛肚</v></c><c t="e"><v>#REF!</v></c><c s="2"><v>2.8935185185185184E-5</v></c></row>
       ${[4, 5, 6].map((s) => `<row><c t="str"><v>价</v></c><c s="${s}"><v>1239.9</v></c></row>`).join('')}
       ${[7, 8].map((s) => `<row><c t="str"><v>数</v></c><c s="${s}"><v>45292</v></c></row>`).join('')}`,
    ),
  });
  const { tables, notices } = parse('稿.xlsx', content);
  expect([tables.map(({ name }) => name), notices]).toEqual([['分镜', '说明'], []]);
  expect(rowsOf('稿.xlsx', content)).toMatchObject([
    // Typed as 0:05 and meant as seconds.
    { picture: '锅底', line: '39.9', duration_ms: 5000, note: '2024-01-01' },
    { picture: '毛肚', line: '', duration_ms: 2500 },
    // What it costs stands in no cell, only in how the column is shown.
    { line: '€1239.9' },
    { line: '¥1239.9' },
    { line: '1239.9元/盒' },
    { line: '45292' },
    { line: '2024-01-01' },
  ]);
});

test('running text is split as asked, text that says what each line is becomes columns', () => {
  expect(rowsOf('稿.txt', '早上起不来？三秒一杯。\n\n今天就试试。', 'sentence').map(({ line }) => line)).toEqual([
    '早上起不来？',
    '三秒一杯。',
    '今天就试试。',
  ]);
  const labelled = '镜头1\n画面：女孩摸手机\n台词：又起晚了\n\n镜头2\n【画面】倒咖啡\n【台词】三秒一杯\n时长：3秒\n';
  expect(rowsOf('稿.txt', labelled)).toMatchObject([
    { picture: '女孩摸手机', line: '又起晚了', duration_ms: null },
    { picture: '倒咖啡', line: '三秒一杯', duration_ms: 3000 },
  ]);
  expect(rowsOf('稿.txt', '画面\t口播\n倒咖啡\t三秒一杯\n')).toMatchObject([{ picture: '倒咖啡', line: '三秒一杯' }]);
  const drawn = '# 分镜\n\n| 画面 | 台词 | 景别 |\n|---|:---:|---|\n| 倒**咖啡** | 三秒一杯 | 特写 |\n';
  expect(rowsOf('稿.md', drawn)).toMatchObject([{ picture: '倒咖啡', line: '三秒一杯', shot_size: 'close_up' }]);
});

test('subtitles and the text track of a JianYing draft give lines with their lengths, in the order they are shown', () => {
  expect(
    rowsOf('a.srt', '1\n00:00:01,000 --> 00:00:03,500\n大家好\n\n2\n00:00:04,000 --> 00:00:05,000\n \n'),
  ).toMatchObject([{ line: '大家好', duration_ms: 2500 }]);
  const draft = {
    materials: {
      texts: [
        { id: 'A', content: JSON.stringify({ text: '三秒一杯', styles: [] }) },
        { id: 'B', content: '<size=5>[又起晚了]</size>' },
      ],
    },
    tracks: [
      { type: 'video', segments: [segment('A', 0, 9)] },
      { type: 'text', segments: [segment('A', 2, 1.5)] },
      { type: 'text', segments: [segment('B', 0, 2), segment('gone', 5, 1)] },
    ],
  };
  expect(rowsOf('draft_content.json', JSON.stringify(draft))).toMatchObject([
    { line: '又起晚了', duration_ms: 2000 },
    { line: '三秒一杯', duration_ms: 1500 },
  ]);
});

test('files that give nothing are refused in words that say what to do', () => {
  const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]);
  const cases: [string, Uint8Array | string, RegExp][] = [
    ['锁.docx', locked, /去掉密码/],
    ['旧.xlsx', Buffer.from('d0cf11e0a1b11ae100', 'hex'), /另存为 docx 或 xlsx/],
    ['空.txt', ' \n ', /没有可以导入的文字/],
    ['空.docx', docx('<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>'), /没有可以导入的文字/],
    ['draft_info.json', 'x9fQ…', /加密.*导出字幕/],
    ['别的.json', '[]', /不是剪映/],
    ['无.json', '{"tracks":[{"type":"video"}]}', /没有文字轨道/],
    ['旧.doc', 'x', /另存为 docx/],
    ['图.png', 'x', /只能导入/],
  ];
  for (const [name, content, message] of cases) expect(() => parse(name, content)).toThrow(message);
});

test('what is more than a board holds is left out and said', () => {
  const { tables, notices } = parse('长.txt', '一二三四五六七八九十。\n'.repeat(900_000).slice(0, 10_000_000));
  expect(tables[0]?.rows).toHaveLength(500);
  expect(notices).toEqual([expect.stringMatching(/只读取了前 50 万字/), expect.stringMatching(/最多 500 行/)]);
});

test('cells that are a whole file, or a number as long as a line, are no headings and choices, and hold nobody up', async () => {
  const number = `${'1'.repeat(30)}件`;
  const tables = [
    ['近景', '特写', number, '中景'],
    ['画面', '（'.repeat(60_000)],
    ['台词', '十'.repeat(40_000)],
  ].map((cells) => cells.map((cell) => `1\t${cell}`).join('\n'));
  const silence = await longestSilence(async () => tables.map((text) => parse('表.txt', text)));
  expect(silence).toBeLessThan(SILENCE_MAX_MS);
});
