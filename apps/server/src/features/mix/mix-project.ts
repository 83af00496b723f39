import type { MixProject, Narration, Shooting, VideoClip } from '@mixreel/contract';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { signSprite } from '#features/search/shot-card.ts';
import {
  clipDamage,
  clipProblem,
  type DocumentClip,
  type MixDocument,
  type ShootingRow,
  sourceMs,
} from './document.ts';
import { statusOf, readWork } from './mix-work.ts';
import { readNarrations } from './narration.ts';
import { readDocumentAt } from './past-document.ts';

type Parts = App;

const LINK_SECONDS = 6 * 3600;

/** A mix whole, as the editor shows it: as it is, or as it was after a step of its history. */
export async function readMixProject(
  app: Parts,
  space_id: string,
  mproject_id: string,
  sequence?: number,
): Promise<MixProject> {
  return toMixProject(app, await readDocumentAt(app.db, space_id, mproject_id, { hasWords: false, sequence }));
}

async function toMixProject(app: Parts, document: MixDocument): Promise<MixProject> {
  const { mix, clips } = document;
  const [shootings, work, [creator]] = await Promise.all([
    toShootings(app, document),
    readWork(app.db, [mix.mproject_id]),
    app.db.select({ name: user_account.name }).from(user_account).where(eq(user_account.user_uid, mix.created_by)),
  ]);
  const inPool = (pool: VideoClip['pool']) =>
    clips.filter(({ clip }) => clip.pool === pool).map((one) => toVideoClip(app, one));
  return {
    ...mix,
    status: statusOf(mix, work.get(mix.mproject_id)),
    shootings,
    header: inPool('header'),
    footer: inPool('footer'),
    creator_name: creator?.name ?? '',
  };
}

export async function toShootings(app: Parts, document: MixDocument): Promise<Shooting[]> {
  const narrations = await readNarrations(app, document);
  return document.shootings.map((row) => toShooting(app, row, document.clips, narrations));
}

function toShooting(app: Parts, row: ShootingRow, clips: DocumentClip[], narrations: Map<string, Narration>): Shooting {
  return {
    ...row,
    clips: clips.filter(({ clip }) => clip.shooting_id === row.shooting_id).map((one) => toVideoClip(app, one)),
    narrations: row.scripts.flatMap(({ script_id }) => narrations.get(script_id) ?? []),
  };
}

export function toVideoClip(app: Pick<App, 'secret'>, one: DocumentClip): VideoClip {
  const { clip, material, facts } = one;
  const link = (vlc_id: string | null, file_name: string) =>
    vlc_id ? signFileLink(app, { vlc_id, file_name }, { seconds: LINK_SECONDS }).url : null;
  return {
    ...clip,
    material_name: material.material_name,
    material_type: material.material_type,
    cover_url: link(one.shot_cover_vlc_id ?? material.cover_vlc_id, 'cover'),
    preview_url: link(material.preview_vlc_id, 'preview'),
    sprite: signSprite(app, material),
    source_ms: sourceMs(material),
    width: material.width,
    height: material.height,
    fps: material.fps,
    has_sound: (facts?.audio.length ?? 0) > 0,
    ai_origin: material.ai_origin,
    damage: clipDamage(one),
    problem: clipProblem(one),
  };
}
