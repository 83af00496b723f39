import { cutText, type Foreign, Refusal } from './foreign.ts';
import { readDocx } from './read-docx.ts';
import { readSrt } from './read-srt.ts';
import { readText } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';

const READERS: Record<string, (bytes: Uint8Array) => Foreign> = {
  '.txt': readPlain,
  '.md': readPlain,
  '.docx': (bytes) => ({ kind: 'text', ...cutText(readDocx(bytes)) }),
  '.xlsx': readXlsx,
  '.srt': readSrt,
};

function readPlain(bytes: Uint8Array): Foreign {
  return { kind: 'text', ...cutText(readText(bytes)) };
}

/** Reads a document here and now. Only for the process that is made for it: a bad one takes all the time there is. */
export function readHere(extension: string, bytes: Uint8Array): Foreign {
  const read = READERS[extension];
  if (!read) throw new Refusal('只能导入 txt、md、docx、xlsx 或 srt 文件');
  return read(bytes);
}
