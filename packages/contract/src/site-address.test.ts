import { expect, test } from 'vitest';
import { PageLink, siteAddress } from './site-address.ts';

test('an address inside the site is kept, and whatever leads elsewhere is none', () => {
  for (const inside of ['/', '/home/material?a=1#b', '/搜索?词=好', '/a//b', '/login?from=//evil.example']) {
    expect(siteAddress(inside)).toBe(new URL(inside, 'http://x').href.slice('http://x'.length));
  }
  const outside = [
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\u200B/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    ' /home',
    'http://site.invalid@evil.example/',
  ];
  for (const text of outside) expect([text, siteAddress(text)]).toEqual([text, null]);
  expect(siteAddress(null)).toBeNull();
  expect(siteAddress('https://mix.example/login', 'https://mix.example')).toBe('/login');
  expect(siteAddress('https://mix.example@evil.example/login', 'https://mix.example')).toBeNull();
});

test('a notice leads into the site or openly to another', () => {
  for (const good of ['/home', 'https://example.com/新?a=1']) expect(PageLink.safeParse(good).success).toBe(true);
  for (const bad of [
    '/\\evil',
    '//evil',
    'http://a',
    'https://',
    'https:\\\\a',
    'javascript:alert(1)',
    'https://a b',
  ]) {
    expect([bad, PageLink.safeParse(bad).success]).toEqual([bad, false]);
  }
});
