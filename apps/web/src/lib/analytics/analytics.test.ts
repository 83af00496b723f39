import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportAddress } from './options.ts';

const APP = { app_key: 'mixreel-web', app_name: 'web', app_version: '1.6.5', channel: 'web' };
let said: unknown[][] = [];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(words));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('without an address or an app key the analytics does not start, and the console says what is missing', () => {
  expect(reportAddress({ ...APP, app_key: '' })).toBeNull();
  expect(said.map(([text]) => text)).toEqual([
    'analytics: missing required field url or env',
    'analytics: missing required field appKey',
  ]);
});

test('the address is given whole, or made of the base of an environment and the kind of page', () => {
  const bases = { test: 'https://report.example/v2/' };
  expect(reportAddress({ ...APP, url: 'https://report.example/web' })).toBe('https://report.example/web');
  expect(reportAddress({ ...APP, env: 'test', bases })).toBe('https://report.example/v2/web');
  expect(reportAddress({ ...APP, env: 'test', bases, type: 'h5' })).toBe('https://report.example/v2/h5');
  expect(reportAddress({ ...APP, env: 'online', bases })).toBeNull();
});

test('where nothing is to be reported, events are dropped without a word', async () => {
  vi.stubGlobal('window', { fetch: () => Promise.reject(new Error('nothing may be sent')) });
  vi.resetModules();
  const { setUser, silenceAnalytics, track } = await import('./index.ts');
  silenceAnalytics();
  track('open_func');
  setUser('01h');
  expect(said).toEqual([]);
});

test('an event before the start is dropped, with "ready error" in the console', async () => {
  vi.stubGlobal('window', { fetch: () => Promise.reject(new Error('nothing may be sent')) });
  vi.resetModules();
  const { setUser, track } = await import('./index.ts');
  track('open_func');
  setUser('01h');
  expect(said).toEqual([['ready error'], ['ready error']]);
});
