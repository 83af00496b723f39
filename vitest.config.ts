import { defineConfig } from 'vitest/config';

/** They define jobs of their own, which any server of the same process would have to list. */
const ALONE = ['src/features/task/task.test.ts', 'src/features/upload/import-link.test.ts'];
const server = {
  root: 'apps/server',
  globalSetup: ['src/testing/global-setup.ts'],
  testTimeout: 240_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Tests wait for databases and programs: with three workers two cores are idle for a fifth of the time.
    maxWorkers: 4,
    // As in the journeys: what passes only at its second try is named by `npm test`.
    retry: 1,
    // Loading the same modules again for each file would take a third of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'media', root: 'packages/media', include: ['src/**/*.test.ts'], testTimeout: 120_000 },
      },
      { extends: true, test: { name: 'ai', root: 'packages/ai', include: ['src/**/*.test.ts'], testTimeout: 180_000 } },
      { extends: true, test: { name: 'server', ...server, include: ['src/**/*.test.ts'], exclude: ALONE } },
      { extends: true, test: { name: 'server alone', ...server, include: ALONE, isolate: true } },
      { extends: true, test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
    ],
  },
});
