import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the package by itself loads no runtime of models and takes no format from sharp', () => {
  const entry = JSON.stringify(join(import.meta.dirname, 'index.ts'));
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>`;
  const script = `
    await import(${entry});
    const { default: sharp } = await import('sharp');
    await sharp(Buffer.from(${JSON.stringify(drawing)})).png().toBuffer();
    const loaded = process.report.getReport().sharedObjects;
    console.log(loaded.some((path) => path.includes('onnxruntime')) ? 'heavy' : 'light');`;
  const args = ['--input-type=module', '--eval', script];
  const said = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(said.trim().split('\n').at(-1)).toBe('light');
});
