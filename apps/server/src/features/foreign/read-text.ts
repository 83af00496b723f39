import { Refusal } from './foreign.ts';

const UNREADABLE = '认不出这个文件的文字编码，请用记事本或 WPS 另存为 UTF-8 后重试';

/** Bytes of a text file as text, whichever encoding Chinese editors save in. */
export function readText(bytes: Uint8Array): string {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  // Pictures and programs decode to something in most encodings, but never without control characters.
  if (/[^\P{Cc}\s]/u.test(text)) {
    throw new Refusal('文件里不是文字，请选择 txt、docx、xlsx 或 srt 文件');
  }
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes);
  // Saved as such without a mark in front: no other text begins with half a sign.
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[3] === 0) return decodeAs('utf-16le', bytes);
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0) return decodeAs('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs('gb18030', bytes);
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(UNREADABLE);
  }
}
