import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, so that none of them is begun when all others are done. */
const LONG = `
http/access agent/agent analysis/analysis candidate/candidate voice/voice likeness/likeness box/box draft/draft sku/sku
src/crash label/export-paths upload/upload-faults src/main download/killed download/download http/http animate/animate
candidate/killed task/task ai/image upload/import-link face/face analysis/killed search/search candidate/export src/faults
writer/writer clip/clip audio/audio analysis/bad-files draft/draft-files src/scale-out analysis/understand
likeness/likeness analysis/analyse cli/mix captions/burned sound/sync render/bad-sources render/random-plans
src/ai vision/vision chat/chat picture/picture
`
  .trim()
  .split(/\s+/);

/** A run on a fresh machine knows no durations, and would go by the size of files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own, of a class
    const sorted = await super.sort(files);
    // The projects stay in their order: a worker that changes between them loads everything again.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return found < 0 ? LONG.length : found;
}

const server = {
  include: ['src/**/*.test.ts'],
  root: 'apps/server',
  globalSetup: ['src/testing/global-setup.ts'],
};

const media = {
  include: ['src/**/*.test.ts'],
  root: 'packages/media',
  globalSetup: ['src/testing/folder.ts'],
};

export default defineConfig({
  test: {
    // Tests wait for databases and programs, and so do the journeys that run beside them.
    maxWorkers: 3,
    // Tests leave much behind at once: with more room for what is young, less of it is looked through.
    execArgv: ['--max-semi-space-size=64'],
    // They end what hangs; a busy machine is no reason to fail, and nothing gets a second try.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000 } },
    sequence: { sequencer: LongestFirst },
    // Loading the same modules again for each file would take a third of the time.
    isolate: false,
    // Node reads TypeScript by itself, and keeps what it compiled; Vite would do both again for every worker.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { extends: true, test: { name: 'document', root: 'packages/document', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { ...media, name: 'media' } },
      { extends: true, test: { name: 'ai', root: 'packages/ai', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { ...server, name: 'server' } },
      {
        extends: true,
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.ts'],
          // Pages are written for Vite.
          experimental: { viteModuleRunner: true, nodeLoader: true },
        },
      },
    ],
  },
});
