import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const rowsOf = (text: string | Uint8Array) => {
  const read = readCsv(typeof text === 'string' ? bytes(text) : text);
  return read.kind === 'table' ? read.rows : [];
};

test('a table that Excel, Feishu or a shop saved as text is read cell by cell', () => {
  expect(rowsOf('品名,价格,卖点\r\n山丘冷萃,39.9,"三秒冲好,不加糖\n随身带"\r\n\r\n')).toEqual([
    ['品名', '价格', '卖点'],
    ['山丘冷萃', '39.9', '三秒冲好,不加糖\n随身带'],
  ]);
  expect(rowsOf('a;b;"c ""d"" e"\n1,5;2;')).toEqual([
    ['a', 'b', 'c "d" e'],
    ['1,5', '2', ''],
  ]);
  expect(rowsOf('屏幕\t6.7" 直屏\n重量\t190 克')).toEqual([
    ['屏幕', '6.7" 直屏'],
    ['重量', '190 克'],
  ]);
  expect(rowsOf('"a,b,c"\t今天，很好')).toEqual([['a,b,c', '今天，很好']]);
  // 品名,价 as Excel in Chinese saves it.
  expect(rowsOf(Uint8Array.from([0xc6, 0xb7, 0xc3, 0xfb, 0x2c, 0xbc, 0xdb]))).toEqual([['品名', '价']]);
});

test('a table that is cut off in a cell, empty or too wide is told, and costs nothing', () => {
  expect(rowsOf('a,b\n1,"2,3\n4')).toEqual([
    ['a', 'b'],
    ['1', '2,3\n4'],
  ]);
  expect(() => readCsv(bytes(' \n,,\n'))).toThrow('表格是空的');
  expect(readCsv(bytes(','.repeat(300) + 'x\n1')).notices).toEqual(['只读取了前 200 列']);
  expect(readCsv(bytes('"a\n'.repeat(100_000))).notices).toEqual(['表格很大，只读取了前 20000 行']);
});
