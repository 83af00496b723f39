import { sheetContentOf } from '@mixreel/contract/sheet';
import { aigcLabel, aigcXmp, drawSheets, noticeLayers, type SheetFormat, type SheetWork } from '@mixreel/media';
import type { App } from '#context.ts';
import { eq, getTableColumns } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { sheetDocument } from './sheet.document.ts';
import type { SheetRow } from './sheet.queries.ts';
import { sheet_file } from './sheet.tables.ts';

type Needs = Pick<App, 'db' | 'storage' | 'config'>;
type Options = {
  format: SheetFormat;
  scale?: number;
  /** Whether the notice that people see is put on where it is due. */ hasNotice: boolean;
  signal?: AbortSignal;
  /** Other words and pictures in the same layout. */
  change?: (sheet: SheetWork['sheet']) => SheetWork['sheet'];
};

/** `shows` are the contents of its pictures. */
export type Rendered = { bytes: Buffer; ai_origin: boolean; shows: string[] };

/** Draws a picture as it is now. What a machine had a part in says so inside the file, and on it where asked. */
export async function renderSheet(
  app: Needs,
  row: SheetRow,
  { format, scale = 1, hasNotice, signal, change = (sheet) => sheet }: Options,
): Promise<Rendered> {
  const { sheet_id } = row;
  const { layers, ...settings } = change(sheetContentOf(await sheetDocument.read(app.db, sheet_id)));
  const files = await app.db
    .select({ ...getTableColumns(sheet_file), sha256: vlc_file.sha256 })
    .from(sheet_file)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, sheet_file.vlc_id))
    .where(eq(sheet_file.sheet_id, sheet_id));
  const shown = new Set(layers.flatMap(({ picture, is_hidden }) => (picture && !is_hidden ? [picture.source] : [])));
  const used = files.filter(({ vlc_id }) => shown.has(vlc_id));
  const shows = used.map(({ sha256 }) => sha256);
  await requireFree(app.db, row.space_id, shows);
  const ai_origin = row.ai_origin || used.some((file) => file.ai_origin);
  const label = ai_origin ? aigcLabel({ producer: app.config.aigcProducer, contentId: sheet_id }) : null;
  const notice = ai_origin && hasNotice ? noticeLayers(settings) : [];
  const opened: { release(): Promise<void> }[] = [];
  try {
    const pictures: SheetWork['pictures'] = {};
    for (const { vlc_id, sha256 } of used) {
      const content = await app.storage.open(sha256);
      opened.push(content);
      pictures[vlc_id] = content.path;
    }
    const sheet = { ...settings, layers: [...layers, ...notice] };
    const work = { sheet, pictures, scale, format, xmp: label && aigcXmp(label) };
    const [bytes] = await drawSheets([work], signal ? { signal } : {});
    return { bytes: bytes!, ai_origin, shows };
  } finally {
    for (const { release } of opened) await release();
  }
}
