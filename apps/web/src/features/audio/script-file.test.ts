import { expect, test } from 'vitest';
import { scriptProblem } from './script-file.ts';

test('scripts are known by their ending, must not be empty and not over 5 MB', () => {
  const files: [string, number][] = [
    ['a.DOCX', 10],
    ['a.srt', 5_000_000],
    ['a.pdf', 10],
    ['a.txt', 0],
    ['a.xlsx', 5_000_001],
  ];
  expect(files.map(([name, size]) => scriptProblem({ name, size }))).toEqual([
    null,
    null,
    '只能导入 txt、docx、xlsx 或 srt 文件',
    '这个文件是空的',
    '文件最大 5 MB，这个有 5 MB',
  ]);
});
