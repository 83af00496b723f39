import { defineConfig } from '@playwright/test';
import { locateChromium } from './support/chromium.ts';

const { executablePath, env } = await locateChromium();

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/prepare-cluster.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 3,
  // A journey that needs its second try is printed as flaky: look at it, a busy machine is not an excuse for long.
  retries: 1,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  reporter: [['line']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 15_000,
    // What opens is where it will be at once: a click cannot meet it on its way.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Containers that build software run as root, where Chromium's own sandbox does not start.
    launchOptions: { executablePath, env, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
  },
});
