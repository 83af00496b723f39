import type { SheetConflict, SheetItem, StoryBrief } from '@mixreel/contract';
import type { z } from 'zod';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { sheetItems } from '#features/writer/sheet-items.ts';

type Conflict = z.infer<typeof SheetConflict>;

/** What a product sheet says, and where it contradicts itself: that is asked, not guessed. */
export async function readSheet(
  file: { file_name: string; content_base64: string },
  brief: StoryBrief | null,
  signal: AbortSignal,
): Promise<{ items: SheetItem[]; conflicts: Conflict[]; notices: string[] }> {
  const document = await readForeign(file.file_name, Buffer.from(file.content_base64, 'base64'), { signal });
  const { items, notices } = sheetItems(document, file.file_name, brief);
  return { items, conflicts: conflictsIn(items), notices };
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
