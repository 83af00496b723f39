import { AppError } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';
import { linkExpiry } from '#features/file/file-link.ts';
import { sendFile } from '#features/file/serve-file.ts';
import { isSigned, sign } from '#http/signature.ts';
import { type Phone, requirePhoneOf } from './phone-access.ts';

const LINK_SECONDS = 3600;
const NAME = 'reference.jpg';

type Picture = { vlc_id: string; material_id: string };

/** A link to the picture of a row's reference. Code and board are asked again whenever it is read. */
export function signPicture(
  { secret }: Pick<App, 'secret'>,
  { shoot_code_id }: Pick<Phone, 'shoot_code_id'>,
  { vlc_id, material_id }: Picture,
): string {
  const expires = linkExpiry(LINK_SECONDS);
  const signature = sign(secret, 'shoot picture', shoot_code_id, vlc_id, material_id, expires);
  const query = new URLSearchParams({ material: material_id, expires: String(expires), signature });
  return `/api/shoot/picture/${shoot_code_id}/${vlc_id}?${query}`;
}

export async function sendPicture(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { shoot_code_id, vlc_id } = request.params as { shoot_code_id: string; vlc_id: string };
  const { material: material_id, expires, signature } = request.query as Record<string, string>;
  const parts = ['shoot picture', shoot_code_id, vlc_id, String(material_id), Number(expires)];
  if (!isSigned(signature, app.secret, ...parts) || !(Number(expires) * 1000 > Date.now())) {
    throw new AppError('forbidden', '链接无效或已过期，请刷新拍摄清单');
  }
  const { story_board_id, space_id } = await requirePhoneOf(app, shoot_code_id);
  const { rows } = await app.db.execute(sql`
    select 1 from shooting_script r join material m on m.material_id = r.reference ->> 'material_id'
    where r.story_board_id = ${story_board_id} and m.material_id = ${material_id} and m.space_id = ${space_id}
      and m.deleted_at is null limit 1`);
  if (rows.length === 0) throw new AppError('no_such_path', '这个参考画面已不在故事板里');
  const link = { vlc_id, expires: Number(expires), name: NAME, disposition: 'inline' as const, by: null };
  return sendFile(request, reply, app, { ...link, isRecheckedAlways: true });
}
