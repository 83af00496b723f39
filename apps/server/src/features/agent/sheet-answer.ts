import type { AgentBrief, SheetConflict, SheetItem } from '@mixreel/contract';
import type { z } from 'zod';
import type { App } from '#context.ts';
import type { Foreign } from '#features/foreign/foreign.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { sheetItems } from '#features/writer/sheet-items.ts';
import { isPicture, picturesIn, readPictures } from './read-pictures.ts';

type Conflict = z.infer<typeof SheetConflict>;
type Given = { file_name: string; content_base64: string };

/** What a product sheet says, and where it contradicts itself: that is asked, not guessed. */
export async function readSheet(
  app: App,
  file: Given,
  brief: AgentBrief | null,
  signal: AbortSignal,
): Promise<{ items: SheetItem[]; conflicts: Conflict[]; notices: string[] }> {
  const document = await readAny(app, file, signal);
  const { items, notices } = sheetItems(
    document,
    file.file_name,
    brief && { ...brief.product, brand: brief.brand, forbidden: brief.forbidden },
  );
  return { items, conflicts: conflictsIn(items), notices };
}

/** Photos and scans are read as pictures. */
async function readAny(app: App, { file_name, content_base64 }: Given, signal: AbortSignal): Promise<Foreign> {
  const bytes = Buffer.from(content_base64, 'base64');
  if (isPicture(file_name)) return readPictures(app, [bytes], signal);
  try {
    return await readForeign(file_name, bytes, { signal });
  } catch (error) {
    const scans = file_name.toLowerCase().endsWith('.pdf') ? picturesIn(bytes) : [];
    if (scans.length === 0 || signal.aborted) throw error;
    return readPictures(app, scans, signal);
  }
}

/** A product has one name and one price; where a sheet has several, somebody who knows says which counts. */
function conflictsIn(items: SheetItem[]): Conflict[] {
  return (['name', 'price'] as const).flatMap((field) => {
    const said = items.filter((item) => item.field === field);
    const values = new Set(said.map((item) => (field === 'price' ? priceOf(item) : item.text)));
    return values.size > 1 ? [{ field, texts: [...new Set(said.map(({ text }) => text))] }] : [];
  });
}

/** 39.9 元 and ￥39.90 are one price. */
function priceOf({ facts, text }: SheetItem): string {
  const prices = facts.filter(({ kind }) => kind === 'price').map(({ value, unit }) => `${value}${unit}`);
  return prices.length > 0 ? prices.join(' ') : text;
}
