import {
  AppError,
  acceptedText,
  EXTENSIONS,
  extensionOf,
  type MaterialSubType,
  cleanFileName,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { readingContent } from '#features/accept/accept-content.ts';
import { sniffMedia } from '#features/accept/sniff-media.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { isMachineMade } from '#features/label/ai-origin.ts';
import { type Added, addMaterial } from './add-material.ts';

type Push = {
  vlc_id: string;
  space_id: string;
  user_uid: string;
  project_id: string;
  dir_id: string | null;
  material_name?: string | undefined;
  material_sub_type: MaterialSubType | null;
};

/** Makes a material of a file that the space has. */
export async function pushFile(app: App, { vlc_id, material_name, ...given }: Push): Promise<Added> {
  const file = await requireFile(app.db, given.space_id, vlc_id);
  const { kind, name } = await sniffMedia(readingContent(app.storage, file.sha256, file.bytes));
  if (!kind) throw new AppError('wrong_type', `文件内容是${name}，不能成为素材。${acceptedText()}`);
  return addMaterial(app, {
    ...given,
    file: { sha256: file.sha256 },
    file_name: withEnding(material_name ?? file.file_name, file.file_name, EXTENSIONS[kind]),
    material_source: 'vlc_push',
    ai_origin: await isMachineMade(app.db, given.space_id, file.sha256),
  });
}

/** The file of a finished video that is there. */
export async function requireArtworkFile(db: Db, space_id: string, artwork_id: string): Promise<string> {
  const [found] = await db
    .select({ vlc_id: artwork.vlc_id })
    .from(artwork)
    .where(and(eq(artwork.artwork_id, artwork_id), eq(artwork.space_id, space_id), isNull(artwork.deleted_at)));
  if (!found) throw new AppError('not_found', '成片不存在或已被删除');
  return found.vlc_id;
}

/** A name that people give has no ending; the file's own one is put to it. */
function withEnding(name: string, file_name: string, endings: readonly string[]): string {
  if (endings.includes(extensionOf(name))) return name;
  const own = extensionOf(file_name);
  return cleanFileName(`${name}${endings.includes(own) ? own : (endings[0] ?? '')}`);
}
