import { cutText, type Foreign, Refusal } from './foreign.ts';
import { readCsv } from './read-csv.ts';
import { readDocx } from './read-docx.ts';
import { readDraft } from './read-draft.ts';
import { readMarkdown } from './read-markdown.ts';
import { readPdf } from './read-pdf.ts';
import { readPptx } from './read-pptx.ts';
import { readSrt } from './read-srt.ts';
import { readText } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';

const READERS: Record<string, (bytes: Uint8Array) => Foreign> = {
  '.txt': readPlain,
  '.md': (bytes) => readMarkdown(readText(bytes)),
  '.docx': readDocx,
  '.xlsx': readXlsx,
  '.pptx': readPptx,
  '.csv': readCsv,
  '.srt': readSrt,
  '.json': readDraft,
};

const OLD = ['.doc', '.xls', '.wps', '.et', '.rtf'];

function readPlain(bytes: Uint8Array): Foreign {
  return { kind: 'text', ...cutText(readText(bytes)) };
}

/** Reads a document here and now. Only for the process that is made for it: a bad one takes all the time there is. */
export function readHere(extension: string, bytes: Uint8Array): Foreign {
  const read = READERS[extension];
  if (OLD.includes(extension)) throw new Refusal('这是旧格式，请用 Word、Excel 或 WPS 另存为 docx 或 xlsx 再导入');
  if (!read) throw new Refusal('只能导入 txt、md、docx、xlsx、csv、srt 文件，或剪映草稿的 draft_content.json');
  return read(bytes);
}

/** The same, also of what is only read step by step. */
export async function readAll(extension: string, bytes: Uint8Array): Promise<Foreign> {
  return extension === '.pdf' ? readPdf(bytes) : readHere(extension, bytes);
}
