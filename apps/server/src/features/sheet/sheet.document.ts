import { AppError } from '@mixreel/contract';
import { sheetKind, type SheetPicturePart, sheetSettingsOf } from '@mixreel/contract/sheet';
import type { Fields, Operation, State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { changesOf, documentRows, wholeRow } from '#features/document/rows.ts';
import { changedBy, type DocumentStore } from '#features/document/store.ts';
import { sheet, sheet_file, sheet_layer } from './sheet.tables.ts';

const GONE = '图片不存在或已被删除';
const putLayers = documentRows(sheet_layer, { owner: 'sheet_id', id: 'layer_id', isPerDocument: true });

/** A picture and its layers as a document. */
export const sheetDocument: DocumentStore = {
  kind: sheetKind,

  async read(db, sheet_id) {
    const [row] = await db
      .select({
        sheet_name: sheet.sheet_name,
        width: sheet.width,
        height: sheet.height,
        background: sheet.background,
        guides: sheet.guides,
      })
      .from(sheet)
      .where(eq(sheet.sheet_id, sheet_id));
    if (!row) throw new AppError('not_found', GONE);
    const layers = await db.select().from(sheet_layer).where(eq(sheet_layer.sheet_id, sheet_id));
    const records = layers.map(({ sheet_id: _sheet, layer_id, ...layer }) => [layer_id, layer as Fields] as const);
    return { sheet: { sheet: row }, layer: Object.fromEntries(records) };
  },

  write(_id, { state, operations }) {
    const changed = changedBy(operations);
    return {
      whole: wholeRow(sheet, 'sheet_id', changed.has('sheet') ? sheetSettingsOf(state) : {}),
      parts: putLayers(changesOf(state, 'layer', changed)),
    };
  },

  async copy(db, document_id, { state, name, user_uid }) {
    const [source] = await db
      .select({ space_id: sheet.space_id, project_id: sheet.project_id, ai_origin: sheet.ai_origin })
      .from(sheet)
      .where(eq(sheet.sheet_id, document_id));
    if (!source) throw new AppError('not_found', GONE);
    const files = await db.select().from(sheet_file).where(eq(sheet_file.sheet_id, document_id));
    return addSheet(db, { ...source, created_by: user_uid }, { ...state, ...named(state, name) }, files);
  },

  /** Only what was brought: files of others are shown to nobody. */
  async check({ db }, { document_id }, operations) {
    const sources = [...new Set(operations.flatMap(sourcesOf))];
    if (sources.length === 0) return null;
    const found = await db.$count(
      sheet_file,
      and(eq(sheet_file.sheet_id, document_id), inArray(sheet_file.vlc_id, sources)),
    );
    return found === sources.length ? null : '图层里的图片不是这里的，请重新添加';
  },
};

/** Which files an operation brings in. */
function sourcesOf(one: Operation): string[] {
  const part =
    one.do === 'add' ? one.record['picture'] : one.do === 'set' && one.path[0] === 'picture' ? one.value : null;
  const source = (part as Partial<SheetPicturePart> | null | undefined)?.source;
  return typeof source === 'string' ? [source] : [];
}

type NewSheet = Pick<typeof sheet.$inferInsert, 'space_id' | 'project_id' | 'created_by' | 'ai_origin'>;
export type SheetFile = Omit<typeof sheet_file.$inferSelect, 'sheet_id'>;

/** A picture with its layers and the files in them, registered as a document. Gives its id. */
export async function addSheet(db: Queryable, about: NewSheet, state: State, files: SheetFile[]): Promise<string> {
  const sheet_id = newId();
  await db.insert(sheet).values({ ...about, ...sheetSettingsOf(state), sheet_id });
  await addDocument(db, { document_id: sheet_id, kind: sheetKind.kind, space_id: about.space_id });
  const rows = Object.entries(state['layer'] ?? {}).map(([layer_id, layer]) => ({
    ...(layer as Omit<typeof sheet_layer.$inferInsert, 'sheet_id' | 'layer_id'>),
    sheet_id,
    layer_id,
  }));
  if (rows.length > 0) await db.insert(sheet_layer).values(rows);
  if (files.length > 0) await db.insert(sheet_file).values(files.map((file) => ({ ...file, sheet_id })));
  return sheet_id;
}

function named(state: State, sheet_name: string): State {
  return { sheet: { sheet: { ...sheetSettingsOf(state), sheet_name } } };
}
