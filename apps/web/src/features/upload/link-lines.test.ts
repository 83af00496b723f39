import { expect, test } from 'vitest';
import { readLinks } from './link-lines.ts';

test('each line is judged by itself, and words around a link do not matter', () => {
  const found = readLinks(
    `
https://cdn.example.com/a.mp4
看看这个 https://cdn.example.com/b.mp4
ftp://example.com/c.mp4
https://cdn.example.com/a.mp4
https://user:secret@example.com/d.mp4
http://nowhere
`,
  );
  expect(found.map(({ url, problem }) => url ?? problem)).toEqual([
    'https://cdn.example.com/a.mp4',
    'https://cdn.example.com/b.mp4',
    '链接要以 http:// 或 https:// 开头',
    '和上面的链接重复',
    '链接里不能带用户名和密码',
    '地址不完整',
  ]);
});

test('fifty at a time', () => {
  const found = readLinks(Array.from({ length: 51 }, (_, n) => `https://example.com/${n}.mp4`).join('\n'));
  expect(found.filter(({ problem }) => problem)).toMatchObject([{ problem: '一次最多 50 个链接' }]);
});
