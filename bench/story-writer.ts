/** How long whoever asks for a script by the built-in writer waits for its first row. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOf } from '@mixreel/contract';
import { BRIEFS } from '../apps/server/src/testing/briefs.ts';
import type { Bar } from './bar.ts';
import { readProcessorMs } from './processor-time.ts';
import { openClient } from './product-client.ts';
import { startProduct } from './product-process.ts';

const FIRST_ROW_MAX_MS = 1000;

/**
 * Asked without a stream the answer has all rows of a version: the first is there no later than that. Counted is what the
 * product works for it; by the clock whatever else the machine does is in it.
 */
export async function measureWriter(): Promise<Bar[]> {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dir, 0o755);
  const product = await startProduct(join(dir, 'data'));
  try {
    const client = await openClient(product);
    const added = await client.post<{ project_id: string }>(callOf('project.add').path, { project_name: '脚本' });
    const worked: number[] = [];
    const waited: number[] = [];
    for (const brief of BRIEFS) {
      const [before, began] = [readProcessorMs(product.pid), performance.now()];
      await client.post(callOf('writer.write').path, { project_id: added.project_id, brief, seconds: 60 });
      waited.push(performance.now() - began);
      worked.push(readProcessorMs(product.pid) - before);
    }
    const bar = { unit: 'ms', better: 'lower' } as const;
    return [
      { ...bar, name: 'first row of a script, the slowest, CPU', figure: Math.max(...worked), bar: FIRST_ROW_MAX_MS },
      { ...bar, name: 'the same by the clock', figure: Math.max(...waited), bar: null },
    ];
  } finally {
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
