import { expect, test } from 'vitest';
import { EXTENSIONS } from './constants.ts';
import { acceptedText, kindOf, pageLinkProblem } from './media-kind.ts';
import { upload } from './upload.ts';

test('what is said to be accepted is what is accepted', () => {
  for (const extension of Object.values(EXTENSIONS).flat()) {
    expect(kindOf(`a${extension.toUpperCase()}`)).not.toBeNull();
    expect(acceptedText()).toContain(extension);
    expect(upload.start.details).toContain(extension);
  }
});

test.each([
  ['https://v.douyin.com/iABC123/', '抖音'],
  ['https://www.tiktok.com/@shop/video/7', 'TikTok'],
  ['https://www.xiaohongshu.com/explore/65', '小红书'],
  ['http://xhslink.com/a/b', '小红书'],
  ['https://www.bilibili.com/video/BV1/?p=2', '哔哩哔哩'],
  ['https://b23.tv/x', '哔哩哔哩'],
  ['https://youtu.be/x', 'YouTube'],
  ['https://www.kuaishou.com/f/x', '快手'],
  ['https://weibo.com/tv/show/1034:4', '微博'],
])('%s is the address of a page of %s, not of a file', (url, site) => {
  expect(pageLinkProblem(url)).toContain(`这是${site}的网页链接`);
});

test('an address that may be a file is let through, however its host begins', () => {
  for (const url of ['https://cdn.example.com/a', 'https://notdouyin.com/x', 'https://www.douyin.com/a.mp4']) {
    expect(pageLinkProblem(url)).toBeNull();
  }
});
