import type { MediaKind } from '@mixreel/contract';

/** Reads up to so many bytes of the file from a position; fewer at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** What a file is by its bytes. `kind` null: nothing we take. */
export type Sniffed = { kind: MediaKind | null; name: string; content_type: string };

const HEAD_BYTES = 4096;

const video = (name: string, content_type: string): Sniffed => ({ kind: 'video', name, content_type });
const audio = (name: string, content_type: string): Sniffed => ({ kind: 'audio', name, content_type });
const image = (name: string, content_type: string): Sniffed => ({ kind: 'image', name, content_type });
const other = (name: string): Sniffed => ({ kind: null, name, content_type: 'application/octet-stream' });

/** What the answer of a site is that shows its files in a player of its own. */
export const PAGE = '网页';

/** Begins with these bytes, written as Latin-1. */
const SIGNS: [sign: string, what: Sniffed][] = [
  ['\x89PNG\r\n\x1a\n', image('PNG 图片', 'image/png')],
  ['\xff\xd8\xff', image('JPEG 图片', 'image/jpeg')],
  ['fLaC', audio('FLAC 音频', 'audio/flac')],
  ['MAC ', audio('APE 音频', 'audio/x-ape')],
  ['ADIF', audio('AAC 音频', 'audio/aac')],
  ['caff', audio('CAF 音频', 'audio/x-caf')],
  ['GIF8', image('GIF 图片', 'image/gif')],
  ['BM', other('BMP 图片')],
  ['II*\0', other('TIFF 图片')],
  ['MM\0*', other('TIFF 图片')],
  ['8BPS', other('PSD 图片')],
  ['FLV\x01', video('FLV 视频', 'video/x-flv')],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', video('WMV 视频', 'video/x-ms-wmv')],
  ['\x00\x00\x01\xba', other('MPEG 视频')],
  ['\x00\x00\x01\xb3', other('MPEG 视频')],
  ['.RMF', other('RealMedia 视频')],
  ['MThd', other('MIDI 文件')],
  ['%PDF', other('PDF 文档')],
  ['PK\x03\x04', other('ZIP 压缩包或 Office 文档')],
  ['PK\x05\x06', other('ZIP 压缩包')],
  ['Rar!\x1a\x07', other('RAR 压缩包')],
  ['7z\xbc\xaf\x27\x1c', other('7z 压缩包')],
  ['\x1f\x8b', other('GZIP 压缩包')],
  ['\xfd7zXZ\0', other('XZ 压缩包')],
  ['\x28\xb5\x2f\xfd', other('ZSTD 压缩包')],
  ['BZh', other('BZIP2 压缩包')],
  ['MZ', other('可执行程序')],
  ['\x7fELF', other('可执行程序')],
  ['\xcf\xfa\xed\xfe', other('可执行程序')],
  ['\xce\xfa\xed\xfe', other('可执行程序')],
  ['\xca\xfe\xba\xbe', other('可执行程序')],
  ['dex\n', other('可执行程序')],
  ['#!', other('脚本程序')],
  ['\xd0\xcf\x11\xe0', other('Office 文档')],
  ['SQLite format 3\0', other('数据库文件')],
];

/** What the bytes are, whatever the name says. */
export async function sniffMedia(readAt: ReadAt): Promise<Sniffed> {
  const head = await readAt(0, HEAD_BYTES);
  if (head.length === 0) return other('空文件');
  const text = head.toString('latin1');
  const box = sniffBoxes(head, text);
  if (box) return box;
  if (text.startsWith('\x1a\x45\xdf\xa3')) return sniffMatroska(text);
  if (/^(RIFF|RF64|BW64)/.test(text)) return sniffRiff(text);
  if (text.startsWith('OggS')) return sniffOgg(text);
  if (text.startsWith('ID3')) return sniffBehindId3(head, readAt);
  const found = SIGNS.find(([sign]) => text.startsWith(sign));
  if (found) return found[1];
  return (await sniffFrames(readAt, 0)) ?? sniffRest(head, text);
}

const PICTURE_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;
const SOUND_BRANDS = /^(M4A |M4B |M4P )$/;
/** What QuickTime files of before `ftyp` begin with. */
const OLD_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

function sniffBoxes(head: Buffer, text: string): Sniffed | null {
  const type = text.slice(4, 8);
  if (type === 'ftyp') {
    const brand = text.slice(8, 12);
    if (PICTURE_BRANDS.test(brand)) return sniffHeif(head, text);
    if (SOUND_BRANDS.test(brand)) return audio('M4A 音频', 'audio/mp4');
    return brand === 'qt  ' ? video('MOV 视频', 'video/quicktime') : video('MP4 视频', 'video/mp4');
  }
  const size = head.length >= 8 ? head.readUInt32BE(0) : 0;
  // 1 stands for a long size, 0 for "to the end".
  return OLD_BOXES.has(type) && (size >= 8 || size <= 1) ? video('MOV 视频', 'video/quicktime') : null;
}

/** Pictures in boxes: which coding they use stands among the brands, whatever the first one says. */
function sniffHeif(head: Buffer, text: string): Sniffed {
  const brands = text.slice(8, Math.min(head.readUInt32BE(0), 200));
  if (/msf1|hevc|hevx|avis/.test(brands.slice(0, 4))) return other('会动的 HEIC 或 AVIF 图片');
  return brands.includes('avif') ? image('AVIF 图片', 'image/avif') : image('HEIC 图片', 'image/heic');
}

function sniffMatroska(text: string): Sniffed {
  const start = text.slice(0, 100);
  if (start.includes('matroska')) return video('MKV 视频', 'video/x-matroska');
  if (start.includes('webm')) return video('WebM 视频', 'video/webm');
  return other('不认识的 EBML 文件');
}

function sniffRiff(text: string): Sniffed {
  const form = text.slice(8, 12);
  if (form === 'WAVE') return audio('WAV 音频', 'audio/wav');
  if (form === 'AVI ') return video('AVI 视频', 'video/x-msvideo');
  if (form !== 'WEBP') return other('不认识的 RIFF 文件');
  // A bit of the extended header says that there are several pictures.
  const isMoving = text.slice(12, 16) === 'VP8X' && (text.charCodeAt(20) & 2) !== 0;
  return isMoving ? other('会动的 WebP 图片（请转成 GIF 或 MP4）') : image('WebP 图片', 'image/webp');
}

function sniffOgg(text: string): Sniffed {
  const start = text.slice(0, 200);
  return /vorbis|OpusHead|FLAC|Speex/.test(start) ? audio('OGG 音频', 'audio/ogg') : other('OGG 视频');
}

/** Programs that join files leave tags, pictures and rubbish between the first tag and the first sound. */
const JOIN_BYTES = 512 * 1024;
const WINDOW_BYTES = 16 * 1024;

/** A tag of any length stands before the sound; some writers put it before other sounds than MP3, too. */
async function sniffBehindId3(head: Buffer, readAt: ReadAt): Promise<Sniffed> {
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  const end = 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127);
  const text = (await readAt(end, 20)).toString('latin1');
  if (text.startsWith('fLaC')) return audio('FLAC 音频', 'audio/flac');
  if (text.startsWith('MAC ')) return audio('APE 音频', 'audio/x-ape');
  // Programs that read such a file begin here, and this may be a list of other files.
  if (/^[\t\r\n -~]{20}$/.test(text) && !text.startsWith('TAG')) return other('文本文件');
  for (let at = end; at < end + JOIN_BYTES; at += WINDOW_BYTES) {
    const found = await sniffFrames(readAt, at, WINDOW_BYTES);
    if (found) return found;
  }
  return other('找不到声音的 MP3 文件');
}

/**
 * Sound that is nothing but frames, each of which says how long it is. One that is followed by another is believed:
 * eleven bits alone occur in any file.
 */
async function sniffFrames(readAt: ReadAt, from: number, within = 1): Promise<Sniffed | null> {
  const bytes = await readAt(from, within + 8);
  for (let at = 0; at < within && at + 7 <= bytes.length; at += 1) {
    const frame = frameOf(bytes.subarray(at));
    if (!frame) continue;
    const next = await readAt(from + at + frame.length, 8);
    if (frameOf(next)?.what === frame.what) return frame.what;
  }
  return null;
}

const MP3 = audio('MP3 音频', 'audio/mpeg');
const AAC = audio('AAC 音频', 'audio/aac');
const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HERTZ = [44_100, 48_000, 32_000];

function frameOf(bytes: Buffer): { what: Sniffed; length: number } | null {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes;
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return null;
  if ((b1 & 0xf6) === 0xf0) {
    const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
    return length >= 7 && ((b2 >> 2) & 15) < 13 ? { what: AAC, length } : null;
  }
  const [version, layer] = [(b1 >> 3) & 3, (b1 >> 1) & 3];
  const kbps = (version === 3 ? KBPS_1 : KBPS_2)[b2 >> 4];
  const hertz = HERTZ[(b2 >> 2) & 3];
  // Layer III alone: that is what MP3 means.
  if (version === 1 || layer !== 1 || !kbps || !hertz) return null;
  const rate = hertz / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const length = Math.floor(((version === 3 ? 144_000 : 72_000) * kbps) / rate) + ((b2 >> 1) & 1);
  return { what: MP3, length };
}

function sniffRest(head: Buffer, text: string): Sniffed {
  const start = text
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .slice(0, 300)
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script)/.test(start)) return other(PAGE);
  if (/^<(\?xml|svg)/.test(start)) return other(start.includes('<svg') ? 'SVG 图片' : 'XML 文件');
  // A packet every 188 bytes.
  if (head.length > 376 && [0, 188, 376].every((at) => head[at] === 0x47)) return video('TS 视频', 'video/mp2t');
  const isText = !head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
  return other(isText ? '文本文件' : '不认识的文件');
}
