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
    // Two products would load every model twice.
    { name: 'with models', testMatch: withModels, workers: 1 },
    { name: 'without', testIgnore: withModels },
  ],
  // Limits end what hangs; a slow machine may take its time.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['line']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    // A quarter of the pixels to paint, the same layout. What looks at pixels asks for all of them.
    deviceScaleFactor: 0.5,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 60_000,
    // What opens is where it will be at once: a click cannot meet it on its way.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      env,
      args: [
        // Containers that build software run as root, where Chromium's own sandbox does not start.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // A page lives for seconds here: making its scripts faster takes longer than running them, an eighth of a load;
        // and what it leaves behind goes with it, so that tidying up by several threads is another seventh for nothing.
        '--js-flags=--no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64 --single-threaded-gc',
        // What the first load of a page compiled, the second one has; by itself only the third would.
        '--blink-settings=v8CacheOptions=3',
        // The camera of a phone shows a pattern, and nobody is asked whether it may be used.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
