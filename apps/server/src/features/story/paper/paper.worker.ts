import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { StoryFormat } from '@mixreel/contract';
import { SubsetFont } from './font-subset.ts';
import type { Sheet } from './sheet.ts';
import { writeDocx } from './write-docx.ts';
import { writePdf } from './write-pdf.ts';
import { writeXlsx } from './write-xlsx.ts';

export type PaperWork = { sheet: Sheet; format: StoryFormat; fonts: { body: string; bold: string } };

const { sheet, format, fonts } = workerData as PaperWork;
const load = (name: string, path: string) => new SubsetFont(name, readFileSync(path));
const write = {
  pdf: () => writePdf(sheet, { body: load('Body', fonts.body), bold: load('Bold', fonts.bold) }),
  docx: () => writeDocx(sheet),
  xlsx: () => writeXlsx(sheet),
};
parentPort?.postMessage(write[format]());
