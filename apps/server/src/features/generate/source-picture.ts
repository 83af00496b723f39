import { AppError, type GivenPicture } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { readingContent } from '#features/accept/accept-content.ts';
import { readPictureSize } from '#features/accept/picture-size.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import type { GenerationInput } from './generate.tables.ts';

export type SourcePicture = GenerationInput & { sha256: string; bytes: number; content_type: string; name: string };

/** A picture of the space that something is to be made of. */
export async function requireSource(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  space_id: string,
  { material_id, vlc_id }: GivenPicture,
): Promise<SourcePicture> {
  const of = material_id
    ? and(eq(material.material_id, material_id), isNull(material.deleted_at))
    : eq(vlc_file.vlc_id, vlc_id ?? '');
  const [found] = await db
    .select({ file: vlc_file, material_id: material.material_id, name: material.material_name })
    .from(vlc_file)
    .leftJoin(material, eq(material.vlc_id, vlc_file.vlc_id))
    .where(and(eq(vlc_file.space_id, space_id), of));
  if (!found) throw new AppError('not_found', '选的图片不存在或已被删除');
  const { file } = found;
  const name = found.name ?? file.file_name;
  if (!file.content_type.startsWith('image/')) throw new AppError('invalid', `「${name}」不是图片`);
  await requireFree(db, space_id, [file.sha256]);
  const size = await readPictureSize(readingContent(storage, file.sha256, file.bytes));
  if (!size) throw new AppError('invalid', `「${name}」已损坏，打不开`);
  const { sha256, bytes, content_type } = file;
  return { vlc_id: file.vlc_id, material_id: found.material_id, name, sha256, bytes, content_type, ...size };
}
