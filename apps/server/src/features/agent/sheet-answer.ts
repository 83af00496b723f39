import { type AgentBrief, AppError, type SheetConflict, type SheetItem } from '@mixreel/contract';
import type { App, Context } from '#context.ts';
import type { Asker } from '#features/ai/ability.ts';
import { canWrite } from '#features/ai/write.ts';
import type { Foreign } from '#features/foreign/foreign.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { conflictsIn } from '#features/writer/sheet-conflicts.ts';
import { isChinese, type Known, NOT_CHINESE, sheetItems, toItem } from '#features/writer/sheet-items.ts';
import { isPicture, picturesIn, readPictures } from './read-pictures.ts';
import { findByService, type Found, joined } from './service-sheet.ts';

type Given = { file_name: string; content_base64: string };

type Asked = Pick<Context, 'space' | 'signal'>;

/**
 * What a product sheet says, and where it contradicts itself: that is asked, not guessed. Rules read it, and a service where one
 * is configured and whoever asks may have it paid for.
 */
export async function readSheet(
  app: App,
  { space, signal }: Asked,
  file: Given,
  brief: AgentBrief | null,
): Promise<{ items: SheetItem[]; conflicts: SheetConflict[]; notices: string[] }> {
  const document = await readAny(app, file, signal);
  const known = brief && { ...brief.product, brand: brief.brand, forbidden: brief.forbidden };
  const { file_name } = file;
  const asker = { space_id: space.space_id, signal };
  const told = canWrite(app) === null && space.role !== 'viewer' ? await askService(app, asker, document) : NOBODY;
  const { items, notices } = await readByRules(document, file_name, known, told.found.length > 0);
  const more = told.found.map((found, n) => toItem(found, { file: file_name, brief: known, n: items.length + n }));
  const all = joined(items, more);
  const left = all.some(({ text }) => isChinese(text)) ? notices.filter((notice) => notice !== NOT_CHINESE) : notices;
  return { items: all, conflicts: conflictsIn(all), notices: [...left, ...told.notices] };
}

const NOBODY: { found: Found[]; notices: string[] } = { found: [], notices: [] };

/** What rules find nothing in, a service may have read. */
async function readByRules(document: Foreign, file_name: string, known: Known | null, isRead: boolean) {
  try {
    return await sheetItems(document, file_name, known);
  } catch (error) {
    if (!isRead || !(error instanceof AppError)) throw error;
    return { items: [], notices: document.notices };
  }
}

/** Where it fails, rules alone have to do. */
async function askService(app: App, asker: Asker, document: Foreign): Promise<typeof NOBODY> {
  try {
    const { found, engine_name } = await findByService(app, asker, document);
    return { found, notices: [`由${engine_name}读过，只列出原文里有的；请对着原句核对`] };
  } catch (error) {
    if (asker.signal.aborted || !(error instanceof AppError)) throw error;
    return { found: [], notices: [`${error.message}；这次按规则读`] };
  }
}

const KINDS = /\.(?:txt|md|docx?|pdf|xlsx?|csv|pptx?|wps|et|rtf|srt|jpe?g|png|webp)$/iu;
const ONLY = '这里读商品资料：Word、PDF、Excel、PPT、文本或图片；这个文件不是，请另存后再拖进来';

/** Photos and scans are read as pictures. */
async function readAny(app: App, { file_name, content_base64 }: Given, signal: AbortSignal): Promise<Foreign> {
  const bytes = Buffer.from(content_base64, 'base64');
  if (!KINDS.test(file_name)) throw new AppError('invalid', ONLY);
  if (isPicture(file_name)) return readPictures(app, [bytes], signal);
  try {
    return await readForeign(file_name, bytes, { signal });
  } catch (error) {
    const scans = file_name.toLowerCase().endsWith('.pdf') ? picturesIn(bytes) : [];
    if (scans.length === 0 || signal.aborted) throw error;
    return readPictures(app, scans, signal);
  }
}
