import { AppError } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { streamZip } from '#features/file/stream-zip.ts';
import { noteTaken, type Taker } from '#features/label/label-log.ts';
import { outgoingEntries } from '#features/label/outgoing.ts';
import { isSigned, sign } from '#http/signature.ts';
import { contentDisposition } from '#storage/disposition.ts';
import { material } from './material.tables.ts';

const ZIP_SECONDS = 3600;

/** A link to an archive of these materials' own files; whoever asks for it was found to be allowed to see them. */
export async function signMaterialZip(
  { db, secret }: Pick<App, 'db' | 'secret'>,
  taker: Taker,
  material_ids: string[],
) {
  const ids = [...new Set(material_ids)];
  const files = await readFiles(db, ids);
  if (files.length === 0) throw new AppError('not_found', '选中的素材没有可以下载的文件');
  await noteTaken(
    db,
    taker,
    files.map(({ sha256, material_name: file_name }) => ({ sha256, file_name })),
  );
  const expires = Math.floor(Date.now() / 1000) + ZIP_SECONDS;
  const items = ids.join('.');
  const query = new URLSearchParams({
    items,
    expires: String(expires),
    signature: sign(secret, 'materials', expires, items),
  });
  return {
    url: `/materials/zip?${query}`,
    file_name: zipName(files),
    expires_at: new Date(expires * 1000).toISOString(),
  };
}

export async function sendMaterialZip(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { items, expires, signature } = request.query as Record<string, unknown>;
  const isOurs = isSigned(signature, app.secret, 'materials', Number(expires), String(items));
  if (!isOurs || !(Number(expires) * 1000 > Date.now())) {
    throw new AppError('forbidden', '下载链接无效或已过期，请回到素材库重新下载');
  }
  const files = await readFiles(app.db, String(items).split('.'));
  if (files.length === 0) throw new AppError('no_such_path', '文件不存在或已被删除');
  const { stream, bytes } = await streamZip(
    await outgoingEntries(
      app,
      files[0]?.space_id ?? '',
      files.map(({ material_name: name, ...file }) => ({ ...file, name })),
    ),
  );
  request.headers['x-no-compression'] = '1';
  reply.headers({
    'content-type': 'application/zip',
    'content-length': bytes,
    'content-disposition': contentDisposition('attachment', zipName(files)),
    'cache-control': 'private, no-store',
  });
  return reply.send(stream);
}

/** In the order asked for; what is in the bin by now is left out. */
async function readFiles(db: Db, material_ids: string[]) {
  const rows = await db
    .select({
      material_id: material.material_id,
      material_name: material.material_name,
      space_id: vlc_file.space_id,
      sha256: vlc_file.sha256,
      bytes: vlc_file.bytes,
      content_type: vlc_file.content_type,
      created_at: material.created_at,
    })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(inArray(material.material_id, material_ids), isNull(material.deleted_at)));
  const byId = new Map(rows.map((row) => [row.material_id, row]));
  return material_ids.flatMap((id) => byId.get(id) ?? []);
}

function zipName(files: { material_name: string }[]): string {
  const [first] = files;
  return files.length > 1
    ? `${first?.material_name ?? '素材'} 等 ${files.length} 个.zip`
    : `${first?.material_name}.zip`;
}
