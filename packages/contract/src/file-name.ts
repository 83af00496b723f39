import { Name } from './wire.ts';

export const MATERIAL_NAME_MAX = 100;
export const DIR_NAME_MAX = 50;

/** Left-to-right marks and their kind: they make `exe.4pm` look like `mp4.exe`. The joiner of emoji is none of them. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
const EXTENSION = /\.[a-z0-9]{1,8}$/i;

/**
 * A file's name as the library keeps it: without folders, without what file systems refuse or people cannot see, at
 * most 100 characters with its extension whole. `C:\片\a:b.mp4` becomes `a_b.mp4`.
 */
export function cleanFileName(given: string): string {
  const plain = plainName(given.split(/[\\/]/).at(-1) ?? '');
  const [stem, extension] = splitName(RESERVED.test(plain) ? `_${plain}` : plain);
  return shorten(stem || '未命名', MATERIAL_NAME_MAX - extension.length) + extension;
}

function plainName(given: string): string {
  return given
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
}

/** `a.mp4` with 2 becomes `a (2).mp4`: what a second file of the same name is called. */
export function numberedName(name: string, number: number): string {
  const [stem, extension] = splitName(name);
  const end = ` (${number})${extension}`;
  return shorten(stem, MATERIAL_NAME_MAX - end.length) + end;
}

/** What a copy of something is called at first. */
export function nameOfCopy(name: string): string {
  const end = ' 副本';
  return shorten(name, MATERIAL_NAME_MAX - end.length) + end;
}

/** What something that is made of a file is called at first. */
export function nameOfFile(file_name: string): string {
  return shorten(file_name.replace(/\.[^.]+$/, ''), MATERIAL_NAME_MAX);
}

function splitName(name: string): [stem: string, extension: string] {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - extension.length).trimEnd(), extension];
}

/** Cut between characters as people see them, never inside an emoji. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)) {
    if (kept.length + segment.length > length) break;
    kept += segment;
  }
  return kept.trimEnd();
}

/**
 * A folder's name as the tree keeps it: what file systems refuse or people cannot see is taken out, so that an archive of
 * it unpacks everywhere. Empty for what names no folder: `.`, `..`, blanks.
 */
export function cleanDirName(given: string): string {
  const plain = plainName(given);
  return shorten(RESERVED.test(plain) ? `_${plain}` : plain, DIR_NAME_MAX);
}

/** The folders of a path on somebody's disk, outermost first; its last part is the file. Nothing in it leads upwards. */
export function dirsOfPath(relative_path: string): string[] {
  return relative_path.split(/[\\/]/).slice(0, -1).map(cleanDirName).filter(Boolean);
}

/** The name of a directory, of finished videos or of materials. */
export const DirName = Name.normalize()
  .max(DIR_NAME_MAX, `最多 ${DIR_NAME_MAX} 个字`)
  .regex(/^[^\\/:*?"<>|]*$/, '名称不能包含 \\ / : * ? " < > |')
  .refine((name) => cleanDirName(name) === name, '不能用这个名称，请换一个');
