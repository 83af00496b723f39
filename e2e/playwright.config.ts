import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { locateChromium } from './support/chromium.ts';

const { executablePath, env } = await locateChromium();

/** These wait for models: begun first, they are not what everybody waits for at the end. */
const journeys = new URL('journeys/', import.meta.url);
const withModels = readdirSync(journeys)
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => readFileSync(new URL(name, journeys), 'utf8').includes('hasModels: true'))
  .map((name) => `**/${name}`);

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/prepare-cluster.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'with models', testMatch: withModels },
    { name: 'without', testIgnore: withModels },
  ],
  // Limits end what hangs; a slow machine may take its time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    // A quarter of the pixels to paint, the same layout. What looks at pixels asks for all of them.
    deviceScaleFactor: 0.5,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 30_000,
    // What opens is where it will be at once: a click cannot meet it on its way.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Containers that build software run as root, where Chromium's own sandbox does not start.
    launchOptions: { executablePath, env, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
  },
});
