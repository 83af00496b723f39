import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { material } from '#features/material/material.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { requireClean } from './clean.queries.ts';
import { clean } from './clean.tables.ts';

type Wish = { clean_id: string; mode: 'new' | 'replace' };

/** Makes a material of what came of it: a new one, or in the place of the one it was made of. */
export async function saveClean(
  app: App,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { clean_id, mode }: Wish,
): Promise<{ material_id: string }> {
  const row = await requireClean(app.db, space_id, clean_id);
  const { result } = row;
  if (!result) throw new AppError('conflict', '还没有去除的结果，请先开始去除');
  const there = (material_id: string) =>
    and(eq(material.material_id, material_id), eq(material.space_id, space_id), isNull(material.deleted_at));
  const [saved] = result.material_id ? await app.db.select().from(material).where(there(result.material_id)) : [];
  if (saved) return { material_id: saved.material_id };
  const [source] = await app.db.select().from(material).where(there(row.material_id));
  if (mode === 'replace' && !source) throw new AppError('not_found', '原素材已不在素材库里，请存成新素材');
  const { sha256, file_name } = await requireFile(app.db, space_id, result.vlc_id);
  const isReplaced = mode === 'replace' && source !== undefined;
  // What was put there meanwhile is not what text was taken away from; an earlier result of it may be bettered.
  const isOther = source?.vlc_id !== row.vlc_id && source?.material_source !== 'text_mark_remove';
  if (isReplaced && isOther) throw new AppError('conflict', '原素材后来换过文件，不能替换，请存成新素材');
  if (isReplaced && !hasSameEnding(source.material_name, file_name)) {
    throw new AppError('conflict', '结果的格式和原素材不同，不能替换，请存成新素材');
  }
  const { material_id } = await addMaterial(
    app,
    {
      space_id,
      project_id: source?.project_id ?? row.project_id,
      dir_id: source?.dir_id ?? null,
      user_uid,
      file: { sha256 },
      file_name: isReplaced ? source.material_name : newName(file_name),
      material_sub_type: source?.material_sub_type ?? null,
      material_source: 'text_mark_remove',
      ai_origin: result.ai_origin,
      same_name: isReplaced ? 'replace' : 'keep_both',
    },
    async (tx, added) => {
      const rights = source && { rights: source.rights, rights_expires_at: source.rights_expires_at };
      const origin = { made_of_id: isReplaced ? null : row.material_id, ...(isReplaced ? {} : rights) };
      await tx.update(material).set(origin).where(eq(material.material_id, added.material_id));
      const noted = sql`jsonb_set(${clean.result}, '{material_id}', to_jsonb(${added.material_id}::text))`;
      const isSame = sql`${clean.result} ->> 'vlc_id' = ${result.vlc_id}
        and ${clean.result} ->> 'material_id' is not distinct from ${result.material_id}::text`;
      const [kept] = await tx
        .update(clean)
        .set({ result: noted })
        .where(and(eq(clean.clean_id, clean_id), isSame))
        .returning({ clean_id: clean.clean_id });
      if (!kept) throw new AppError('conflict', '刚刚有人保存过或重新去除过，请刷新后再看');
    },
  );
  return { material_id };
}

function newName(file_name: string): string {
  return file_name.replace(/(\.[^.]+)$/, '-已去字$1');
}

function hasSameEnding(a: string, b: string): boolean {
  return endingOf(a) === endingOf(b);
}

function endingOf(name: string): string {
  return /\.[^.]+$/.exec(name)?.[0].toLowerCase().replace('.jpeg', '.jpg') ?? '';
}
