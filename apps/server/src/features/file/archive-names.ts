/** What ext4 and most others allow are 255 bytes; some are left for the number of a name that is there twice. */
const BYTES_MAX = 200;
const EXTENSION = /^(.+?)(\.[\p{L}\p{N}]{1,10})$/u;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00B9\u00B2\u00B3])(\.|$)/i;

/**
 * Names as files of an archive can have on Windows, macOS and Linux, with `/` between folders. Two never become one when
 * the archive is unpacked, not even where letters count the same in both cases: `镜头.mp4`, `镜头 (2).mp4`.
 */
export function archiveNames(names: string[]): string[] {
  const clean = names.map((name) => safePath(name));
  const folders = new Set(clean.flatMap(foldersOf).map(sameAs));
  const taken = new Set<string>();
  return clean.map((path) => {
    const { folder, stem, extension } = splitName(path);
    let name = path;
    for (let n = 2; taken.has(sameAs(name)) || folders.has(sameAs(name)); n += 1) {
      name = `${folder}${stem} (${n})${extension}`;
    }
    taken.add(sameAs(name));
    return name;
  });
}

/** A name that no system takes for a device, a folder or a command to leave the folder. */
export function safeName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\\/:*?"<>|\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  const named = DEVICE.test(clean) ? `_${clean}` : clean || '未命名';
  const { stem, extension } = splitName(named);
  return `${shorten(stem, BYTES_MAX - Buffer.byteLength(extension))}${extension}`;
}

function safePath(name: string): string {
  const parts = name.split('/').filter((part) => part !== '');
  return (parts.length > 0 ? parts : ['']).map(safeName).join('/');
}

function splitName(path: string): { folder: string; stem: string; extension: string } {
  const at = path.lastIndexOf('/') + 1;
  const [, stem, extension] = EXTENSION.exec(path.slice(at)) ?? [];
  return { folder: path.slice(0, at), stem: stem ?? path.slice(at), extension: extension ?? '' };
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, n) => parts.slice(0, n + 1).join('/'));
}

/** Whole characters only: half an emoji is no name. */
function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter('zh').segment(text)) {
    if (Buffer.byteLength(short) + Buffer.byteLength(segment) > bytes) break;
    short += segment;
  }
  return short.replace(/[.\s]+$/u, '') || '未命名';
}

function sameAs(name: string): string {
  return name.toLowerCase();
}
