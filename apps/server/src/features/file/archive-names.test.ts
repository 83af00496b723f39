import { expect, test } from 'vitest';
import { archiveNames, safeName } from './archive-names.ts';

test.each([
  ['a/b', 'a_b'],
  ['片名: "夏"? <1>|*', '片名_ _夏__ _1___'],
  ['CON', '_CON'],
  ['nul.mp4', '_nul.mp4'],
  ['com1.txt', '_com1.txt'],
  ['console.mp4', 'console.mp4'],
  ['结尾的点. . .', '结尾的点'],
  ['..', '未命名'],
  ['', '未命名'],
  ['e\u0301.mp4', 'é.mp4'],
  ['exe\u202Egpj.mp4', 'exe_gpj.mp4'],
])('%j is packed as %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test('a long name keeps its ending and whole characters, and fits where 255 bytes are the limit', () => {
  const name = safeName(`${'👨‍👩‍👧'.repeat(60)}.mp4`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name.endsWith('👨‍👩‍👧.mp4')).toBe(true);
});

test('names that one folder cannot hold twice get a number, also where case does not count', () => {
  expect(archiveNames(['甲.mp4', '甲.mp4', 'A.mp4', 'a.MP4', '夏/甲.mp4', '夏/甲.mp4'])).toEqual([
    '甲.mp4',
    '甲 (2).mp4',
    'A.mp4',
    'a (2).MP4',
    '夏/甲.mp4',
    '夏/甲 (2).mp4',
  ]);
});

test('no file is called as a folder, and none leaves its folder', () => {
  expect(archiveNames(['夏/1.mp4', '夏'])).toEqual(['夏/1.mp4', '夏 (2)']);
  expect(archiveNames(['../../etc/passwd', '/abs.txt', 'a//b/./c'])).toEqual([
    '未命名/未命名/etc/passwd',
    'abs.txt',
    'a/b/未命名/c',
  ]);
});
