import type { Material } from '@mixreel/contract';
import type { App } from '#context.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { signSprite } from '#features/search/shot-card.ts';
import type { material } from './material.tables.ts';

const LINK_SECONDS = 6 * 3600;

/** The columns that a card shows. */
export const CARD_COLUMNS = [
  'material_id',
  'project_id',
  'dir_id',
  'material_name',
  'material_type',
  'material_sub_type',
  'material_source',
  'vlc_id',
  'cover_vlc_id',
  'preview_vlc_id',
  'sprite_vlc_id',
  'sprite',
  'duration',
  'width',
  'height',
  'bytes',
  'fps',
  'analysis_status',
  'analysis_message',
  'tags',
  'shots_count',
  'quality',
  'has_speech',
  'ai_origin',
  'like_count',
  'used_count',
  'rights_expires_at',
  'rights',
  'created_at',
  'deleted_at',
] as const;

export type MaterialRow = Pick<typeof material.$inferSelect, (typeof CARD_COLUMNS)[number]>;

/** A row as a card shows it, with links that last for hours. */
export function toMaterial(app: Pick<App, 'secret'>, row: MaterialRow, { liked }: { liked: boolean }): Material {
  const { vlc_id, cover_vlc_id, preview_vlc_id, material_name } = row;
  const link = (id: string | null, file_name: string) =>
    id ? signFileLink(app, { vlc_id: id, file_name }, { seconds: LINK_SECONDS }).url : null;
  return {
    material_id: row.material_id,
    project_id: row.project_id,
    dir_id: row.dir_id,
    material_name,
    material_type: row.material_type,
    material_sub_type: row.material_sub_type,
    material_source: row.material_source,
    vlc_id,
    cdn_url: link(vlc_id, material_name),
    cover_url: link(cover_vlc_id, 'cover'),
    preview_url: link(preview_vlc_id, 'preview'),
    sprite: signSprite(app, row),
    source_info: { duration: row.duration, width: row.width, height: row.height, bytes: row.bytes, fps: row.fps },
    analysis_status: row.analysis_status,
    analysis_message: row.analysis_message,
    tags: row.tags,
    shots_count: row.shots_count,
    quality: row.quality,
    has_speech: row.has_speech,
    ai_origin: row.ai_origin,
    like_count: row.like_count,
    liked,
    used_count: row.used_count,
    rights_expires_at: row.rights_expires_at,
    rights_consent: row.rights?.consent ?? 'unknown',
    created_at: row.created_at,
    deleted_at: row.deleted_at,
  };
}
