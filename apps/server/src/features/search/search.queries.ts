import { type Clip, type PageInput, TAG_TYPES, type TagType, pageInfo } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App } from '#context.ts';
import { containing } from '#db/containing.ts';
import { eq, getTableColumns, inArray } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { material } from '#features/material/material.tables.ts';
import { readAbout, signSprite, toCards } from './shot-card.ts';

const LINK_SECONDS = 6 * 3600;
const TAGS_OF_TYPE_MAX = 200;

const { words: _words, meaning: _meaning, look: _look, ...shotColumns } = getTableColumns(shot);

/** Shots by their ids, in that order, with what a card needs of their materials; those in the bin are left out. */
export async function readClips(app: Pick<App, 'db' | 'secret'>, shot_ids: string[]): Promise<Clip[]> {
  if (shot_ids.length === 0) return [];
  const reading = app.db
    .select({
      ...shotColumns,
      material_name: material.material_name,
      type: material.material_type,
      preview_vlc_id: material.preview_vlc_id,
      sprite: material.sprite,
      sprite_vlc_id: material.sprite_vlc_id,
      width: material.width,
      height: material.height,
      rights: material.rights,
      rights_expires_at: material.rights_expires_at,
      deleted_at: material.deleted_at,
    })
    .from(shot)
    .innerJoin(material, eq(material.material_id, shot.material_id))
    .where(inArray(shot.shot_id, shot_ids));
  const [rows, about] = await Promise.all([reading, readAbout(app.db, shot_ids)]);
  const there = rows.filter(({ deleted_at }) => deleted_at === null);
  const cards = toCards(app, there, about);
  const clips = new Map(
    there.map((row, n) => [
      row.shot_id,
      {
        ...cards[n]!,
        material_name: row.material_name,
        material_type: row.type,
        preview_url: row.preview_vlc_id
          ? signFileLink(app, { vlc_id: row.preview_vlc_id, file_name: 'preview' }, { seconds: LINK_SECONDS }).url
          : null,
        sprite: signSprite(app, row),
        width: row.width,
        height: row.height,
        used_count: row.used_count,
        rights_expires_at: row.rights_expires_at,
        rights_consent: row.rights?.consent ?? ('unknown' as const),
        score: 0,
        reasons: [],
      },
    ]),
  );
  return shot_ids.flatMap((shot_id) => clips.get(shot_id) ?? []);
}

type TagScope = {
  space_id: string;
  project_id?: string | undefined;
  material_type?: string | undefined;
  keyword?: string | undefined;
};

/** The tags of a space or a project with how many materials have them, the most frequent first. */
export async function readTags(pool: Pool, { space_id, project_id, material_type, keyword }: TagScope) {
  const values = [space_id];
  const conditions = ['space_id = $1'];
  if (project_id) conditions.push(`project_id = $${values.push(project_id)}`);
  if (material_type) conditions.push(`material_type = $${values.push(material_type)}`);
  if (keyword) conditions.push(`split_part(tag_key, ':', 2) ilike $${values.push(containing(keyword))}`);
  const { rows } = await pool.query<{ tag_key: string; count: number }>(
    `select tag_key, sum(count)::int as count from tag_count where ${conditions.join(' and ')}
     group by tag_key having sum(count) > 0 order by 2 desc, 1`,
    values,
  );
  const byType = Map.groupBy(rows, ({ tag_key }) => tag_key.slice(0, tag_key.indexOf(':')));
  const items = Object.entries(TAG_TYPES).flatMap(([type, label]) => {
    const found = byType.get(type)?.slice(0, TAGS_OF_TYPE_MAX) ?? [];
    const tags = found.map(({ tag_key, count }) => ({ key: tag_key, name: tag_key.slice(type.length + 1), count }));
    return tags.length > 0 ? { tag_type: type as TagType, label, tags } : [];
  });
  return { items };
}

export function pageOf<T>(items: T[], page: PageInput) {
  const from = (page.page_index - 1) * page.page_size;
  return { part: items.slice(from, from + page.page_size), page_info: pageInfo(page, items.length) };
}
