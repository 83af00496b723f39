import { createHash } from 'node:crypto';
import { AppError, PICTURE_PROMPTS_MAX, type PicturePrompt } from '@mixreel/contract';
import { Sheet } from '@mixreel/contract/layer';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, inArray } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { ai_generation } from '#features/generate/generate.tables.ts';
import { picture_prompt, picture_sheet } from './picture.tables.ts';

const LINK_SECONDS = 3600;

type PosterFile = { generation_id: string; vlc_id: string };

/** The layers of a poster; null for a picture that has none. */
export async function readPosterSheet(
  { db }: Pick<App, 'db'>,
  space_id: string,
  { generation_id, vlc_id }: PosterFile,
) {
  const [row] = await db
    .select({ layout_name: picture_sheet.layout_name, sheet: picture_sheet.sheet })
    .from(picture_sheet)
    .innerJoin(ai_generation, eq(ai_generation.generation_id, picture_sheet.generation_id))
    .where(
      and(
        eq(ai_generation.space_id, space_id),
        eq(picture_sheet.generation_id, generation_id),
        eq(picture_sheet.vlc_id, vlc_id),
      ),
    );
  return row ? { layout_name: row.layout_name, sheet: Sheet.parse(row.sheet) } : null;
}

/** The layers of a poster with links to the pictures in them. */
export async function requireSheet(app: Pick<App, 'db' | 'secret'>, space_id: string, poster: PosterFile) {
  const { db } = app;
  const found = await readPosterSheet(app, space_id, poster);
  if (!found) throw new AppError('not_found', '这张图片没有图层：只有海报合成的成品有');
  const { layout_name, sheet } = found;
  const sources = [...new Set(sheet.layers.flatMap(({ picture }) => picture?.source ?? []))];
  const files =
    sources.length === 0
      ? []
      : await db
          .select({ vlc_id: vlc_file.vlc_id, file_name: vlc_file.file_name })
          .from(vlc_file)
          .where(and(eq(vlc_file.space_id, space_id), inArray(vlc_file.vlc_id, sources)));
  const urls = files.map((file) => [file.vlc_id, signFileLink(app, file, { seconds: LINK_SECONDS }).url] as const);
  return { layout_name, sheet, urls: Object.fromEntries(urls) };
}

/** The newest first. */
export async function readPrompts(db: Queryable, space_id: string): Promise<PicturePrompt[]> {
  return db
    .select({
      prompt_id: picture_prompt.prompt_id,
      prompt: picture_prompt.prompt,
      negative: picture_prompt.negative,
      user_name: user_account.name,
      created_at: picture_prompt.created_at,
    })
    .from(picture_prompt)
    .innerJoin(user_account, eq(user_account.user_uid, picture_prompt.created_by))
    .where(eq(picture_prompt.space_id, space_id))
    .orderBy(desc(picture_prompt.prompt_id));
}

type NewPrompt = { space_id: string; user_uid: string; prompt: string; negative: string };

/** Keeping the same again changes nothing. */
export async function keepPrompt(db: Queryable, { space_id, user_uid, prompt, negative }: NewPrompt): Promise<void> {
  if ((await db.$count(picture_prompt, eq(picture_prompt.space_id, space_id))) >= PICTURE_PROMPTS_MAX) {
    throw new AppError('conflict', `提示词本最多 ${PICTURE_PROMPTS_MAX} 条，请先移出不用的`);
  }
  const hash = createHash('sha256').update(`${prompt}\n\n${negative}`).digest('base64url');
  await db
    .insert(picture_prompt)
    .values({ prompt_id: newId(), space_id, prompt, negative, hash, created_by: user_uid })
    .onConflictDoNothing();
}

export async function dropPrompt(db: Queryable, space_id: string, prompt_id: string): Promise<void> {
  await db
    .delete(picture_prompt)
    .where(and(eq(picture_prompt.space_id, space_id), eq(picture_prompt.prompt_id, prompt_id)));
}
