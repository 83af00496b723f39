import { createHash } from 'node:crypto';
import { copyFile, mkdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fontPath, FONTS } from '#captions/fonts.ts';
import type { FontId } from '#captions/fonts.ts';

/** A hash that changes with the fonts. */
export async function hashFonts(fontIds: FontId[]): Promise<string> {
  // Size tells versions of a font apart without reading ten megabytes for it.
  const fonts = await Promise.all(pathsOf(fontIds).map(async (path) => [basename(path), (await stat(path)).size]));
  return createHash('sha256').update(JSON.stringify(fonts)).digest('hex').slice(0, 16);
}

/**
 * Make a folder of the given fonts below `root` for libass, which reads every file of the folder it is given: passing
 * whole font packages would load a hundred megabytes per render. The same fonts give the same folder.
 */
export async function linkFonts(fontIds: FontId[], root: string): Promise<string> {
  const fontsDir = join(root, await hashFonts(fontIds));
  await mkdir(fontsDir, { recursive: true });
  for (const source of pathsOf(fontIds)) {
    const target = join(fontsDir, basename(source));
    await symlink(source, target).catch(async (error: NodeJS.ErrnoException) => {
      // Some file systems have no links.
      if (error.code !== 'EEXIST') await copyFile(source, target);
    });
  }
  return fontsDir;
}

function pathsOf(fontIds: FontId[]): string[] {
  return [...new Set(fontIds)].toSorted().map(fontPath);
}

/** What a run that draws captions has to be let read: the folder, and where the links in it lead. */
export function fontReads(fontsDir: string): string[] {
  return [fontsDir, ...FONTS.map(({ id }) => dirname(fontPath(id)))];
}
