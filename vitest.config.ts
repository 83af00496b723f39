import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait for a database or a program half of their time: one worker would leave half of two cores idle.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'media', root: 'packages/media', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'ai', root: 'packages/ai', include: ['src/**/*.test.ts'], testTimeout: 180_000 } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
    ],
  },
});
