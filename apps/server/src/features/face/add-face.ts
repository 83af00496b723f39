import { likenessOf, type TracedFace } from '@mixreel/ai';
import { AppError, type Face, FACE_CONSENT, type FaceSubject } from '@mixreel/contract';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { askModel } from '#features/ai/refusal.ts';
import { claimContent } from '#features/file/add-file.ts';
import type { VlcFile } from '#features/file/file.queries.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { readFaces } from './face.queries.ts';
import { face, type FacePicture } from './face.tables.ts';
import { looksUnderAge } from './refuse-face.ts';

type Who = { space_id: string; user_uid: string; user_name: string };
type Wish = {
  face_name: string;
  material_ids: string[];
  subject: FaceSubject;
  document_material_id?: string | null | undefined;
};

/** In pixels from side to side: a smaller face has too little to draw another from. */
const SMALLEST = 90;
const SHARPNESS_LEAST = 0.12;
const YAW_MOST = 40;
const PITCH_MOST = 38;
/** A drawn face is found less surely than a real one. */
const PRESENCE_LEAST = 0.6;
/** Pictures of one person, older or in other light, are at least so alike. */
const SAME = 0.3;

/** Adds a face with the consent to use it. Every picture is looked at first; one that will not do is said with its reason. */
export async function addFace(app: App, who: Who, wish: Wish): Promise<Face> {
  const { space_id, user_uid, user_name } = who;
  const files = await Promise.all([...new Set(wish.material_ids)].map((id) => requirePicture(app, space_id, id)));
  await requireFree(
    app.db,
    space_id,
    files.map(({ sha256 }) => sha256),
  );
  const seen: TracedFace[] = [];
  for (const file of files) seen.push(await look(app, file));
  if (
    looksUnderAge(
      seen.map(({ years }) => years),
      2,
    )
  ) {
    throw new AppError('invalid', '照片上的人看起来未成年，或不是真人，不能用于换脸，请换一张成年人的真实照片');
  }
  for (const [n, one] of seen.entries()) {
    if (likenessOf(one.vector, seen[0]!.vector) < SAME) {
      throw new AppError('invalid', `「${files[n]!.file_name}」和第一张看起来不是同一个人，请分开添加`);
    }
  }
  const [paper] = wish.document_material_id ? [await requireFileOf(app, space_id, wish.document_material_id)] : [];
  const claimed: string[] = [];
  const claim = async ({ file_name, content_type, sha256 }: VlcFile) => {
    const naming = { space_id, created_by: user_uid, file_name, content_type, sha256, seen_in: [space_id] };
    const own = await claimContent(app.db, app.storage, naming);
    if (!own) throw new AppError('not_found', `「${file_name}」已被删除`);
    claimed.push(own.vlc_id);
    return own.vlc_id;
  };
  try {
    const pictures: FacePicture[] = [];
    for (const [n, file] of files.entries()) {
      const { box, yaw, pitch, vector } = seen[n]!;
      pictures.push({ vlc_id: await claim(file), sha256: file.sha256, box, yaw, pitch, vector: [...vector] });
    }
    const document = paper ? { vlc_id: await claim(paper), file_name: paper.file_name } : null;
    const { version, text } = FACE_CONSENT;
    const at = new Date().toISOString();
    const consent = { subject: wish.subject, version, text, user_uid, user_name, at, document };
    const face_id = newId();
    await app.db
      .insert(face)
      .values({ face_id, space_id, face_name: wish.face_name, pictures, consent, created_by: user_uid });
    const [made] = await readFaces(app, space_id, [face_id]);
    return made!;
  } catch (error) {
    await removeFiles(app.db, space_id, claimed);
    throw error;
  }
}

async function requireFileOf({ db }: Pick<App, 'db'>, space_id: string, material_id: string): Promise<VlcFile> {
  const [found] = await db
    .select({ file: vlc_file, name: material.material_name })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(eq(material.space_id, space_id), eq(material.material_id, material_id), isNull(material.deleted_at)));
  if (!found) throw new AppError('not_found', '选的照片不存在或已被删除');
  return { ...found.file, file_name: found.name };
}

async function requirePicture(app: Pick<App, 'db'>, space_id: string, material_id: string): Promise<VlcFile> {
  const file = await requireFileOf(app, space_id, material_id);
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.content_type)) {
    throw new AppError('invalid', `「${file.file_name}」不是 JPG、PNG 或 WebP 照片`);
  }
  return file;
}

/** The one face of a picture that will do. */
async function look({ ai, storage }: Pick<App, 'ai' | 'storage'>, { sha256, file_name }: VlcFile): Promise<TracedFace> {
  const opened = await storage.open(sha256);
  const name = `「${file_name}」`;
  try {
    const [seen] = await askModel(() => ai.traceFaces([opened.path]));
    const faces = (seen?.faces ?? []).toSorted((a, b) => b.box.height - a.box.height);
    const [first, second] = faces;
    if (!seen || !first) throw new AppError('invalid', `${name}里没有找到人脸，请换一张正面清晰的照片`);
    if (second && second.box.height > 0.4 * first.box.height) {
      throw new AppError('invalid', `${name}里有 ${faces.length} 张脸，请换一张只有一个人的照片`);
    }
    if (first.presence < PRESENCE_LEAST) throw new AppError('invalid', `${name}里的不像真人的脸，或被挡住了，请换一张`);
    const wide = Math.round(first.box.width * seen.width);
    if (wide < SMALLEST) {
      throw new AppError('invalid', `${name}里的脸太小（宽 ${wide} 像素，至少 ${SMALLEST}），请换一张近一些的`);
    }
    if (first.sharpness < SHARPNESS_LEAST) throw new AppError('invalid', `${name}里的脸不清晰，请换一张`);
    if (Math.abs(first.yaw) > YAW_MOST || Math.abs(first.pitch) > PITCH_MOST) {
      throw new AppError('invalid', `${name}里的脸转得太偏，请换一张正面或微侧的`);
    }
    return first;
  } finally {
    await opened.release();
  }
}
