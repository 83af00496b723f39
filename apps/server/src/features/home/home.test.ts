import { COMMON_FUNCS_MAX } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/test-app.ts';

test('functions are pinned and unpinned by each person alone', async () => {
  const app = await createTestApp();
  const [user, other] = [await app.signIn(), await app.signIn()];
  const all = (await app.call('home.all', {}, user)).data;
  expect(new Set(all.map(({ func_id }) => func_id)).size).toBe(all.length);
  expect(all.every(({ route }) => route.startsWith('/'))).toBe(true);

  const pins = async () => (await app.call('home.common', {}, user)).data.map(({ func_id }) => func_id);
  for (const func_id of ['mix', 'audio', 'mix']) await app.call('home.addCommon', { func_id }, user);
  expect(await pins()).toEqual(['mix', 'audio']);
  expect((await app.call('home.common', {}, other)).data).toEqual([]);
  await app.call('home.deleteCommon', { func_id: 'mix' }, user);
  await app.call('home.deleteCommon', { func_id: 'mix' }, user);
  expect(await pins()).toEqual(['audio']);

  expect(await app.call('home.addCommon', { func_id: 'no_such' }, user)).toMatchObject({ code: 404 });
  const rest = all.filter(({ func_id }) => func_id !== 'audio').slice(0, COMMON_FUNCS_MAX);
  const codes: number[] = [];
  for (const { func_id } of rest) codes.push((await app.call('home.addCommon', { func_id }, user)).code);
  expect(codes).toEqual([...Array.from({ length: COMMON_FUNCS_MAX - 1 }, () => 0), 409]);
});

const ids = async (app: Awaited<ReturnType<typeof createTestApp>>) =>
  (await app.call('home.all', {}, await app.signIn())).data.map(({ func_id }) => func_id);

test('the image workbench is offered only where one is configured', async () => {
  expect(await ids(await createTestApp())).not.toContain('image_workbench');
  const app = await createTestApp({ env: { WORKBENCH_URL: 'https://draw.example/open' } });
  expect(await ids(app)).toContain('image_workbench');
});

test('banners are shown to whom and when they are meant', async () => {
  const app = await createTestApp();
  const [admin, member] = [await app.signIn({ role: 'admin' }), await app.signIn()];
  const banners = [
    { title: '以后', start_at: hour(1) },
    { title: '过去', end_at: hour(-1) },
    { title: '现在', start_at: hour(-1), end_at: hour(1), sort: 2 },
    { title: '管理员', audience: 'admin' as const, sort: 1, link: '/home/material' },
    { title: '一直', sort: 0 },
  ];
  for (const banner of banners) await app.call('admin.addBanner', banner, admin);
  const shown = async (as: typeof admin) => (await app.call('home.banners', {}, as)).data.map(({ title }) => title);
  expect(await shown(member)).toEqual(['一直', '现在']);
  expect(await shown(admin)).toEqual(['一直', '管理员', '现在']);

  const all = (await app.call('admin.banners', {}, admin)).data;
  expect(all).toHaveLength(5);
  const always = all.find(({ title }) => title === '一直')!;
  await app.call('admin.updateBanner', { ...always, title: '改过' }, admin);
  await app.call('admin.deleteBanner', { banner_id: all.find(({ title }) => title === '现在')!.banner_id }, admin);
  expect(await shown(member)).toEqual(['改过']);

  expect(await app.call('admin.deleteBanner', { banner_id: 'made-up' }, admin)).toMatchObject({ code: 404 });
  const upside = { title: '反', start_at: hour(2), end_at: hour(1) };
  expect(await app.call('admin.addBanner', upside, admin)).toMatchObject({ code: 400 });
  for (const link of ['javascript:alert(1)', '//evil.example', 'http://plain.example']) {
    expect(await app.call('admin.addBanner', { title: '坏', link }, admin)).toMatchObject({ code: 400 });
  }
});

function hour(n: number): string {
  return new Date(Date.now() + n * 3600_000).toISOString();
}
