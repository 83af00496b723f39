import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Engine } from '#render/engine.ts';
import { writeMp4 } from '#render/mp4/virtual-mp4.ts';
import type { Source } from '#render/shot.ts';
import type { Variant } from '#render/variant.ts';
import { testFolder } from '#testing/folder.ts';
import { factsOf, tools } from '#testing/footage.ts';

/** A canvas small enough for hundreds of renders. */
export const TINY = { width: 54, height: 96, fps: 30 };

/** An engine with an empty cache of its own, closed after the test. */
export function testEngine({ cacheDir = testFolder(), cacheBytes = 2 ** 30, processes = 2 } = {}): Engine {
  const engine = new Engine({ tools, cacheDir, cacheBytes, processes });
  onTestFinished(() => engine.close());
  return engine;
}

/** A file with its facts; its path stands for the hash of its content. */
export async function sourceOf(path: string): Promise<Source> {
  return { path, hash: path, facts: await factsOf(path) };
}

/** Renders a variant to a file. */
export async function renderTo(
  engine: Engine,
  variant: Variant,
  path = join(testFolder(), 'out.mp4'),
): Promise<string> {
  const { file, release } = await engine.open(variant);
  await writeMp4(file, path);
  release();
  return path;
}
