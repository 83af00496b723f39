import { type MixConfig, resolveConfig, type VideoFactors } from '@mixreel/contract';
import type { Music as MusicBed, Source } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq } from '#db/orm.ts';
import { needsNotice } from '#features/label/duty.ts';
import { material } from '#features/material/material.tables.ts';
import type { MixDocument, ShootingRow } from '#features/mix/document.ts';
import { readBeats } from '#features/music/measure-music.ts';
import { findMusic } from '#features/music/music.queries.ts';
import { remembered } from '#memory.ts';
import { factorConfig } from './factors.ts';
import type { Sources } from './sources.ts';

/** What all videos of a mix share. */
export type Setting = {
  logo: Source | null;
  music: MusicBed | null;
  /** What the music is called, where there is any. */
  piece: { title: string; is_ai: boolean } | null;
  /** Of the whole piece, when cuts are to meet them. */
  beats: number[];
  /** Music or logo were made by a machine. */
  isAi: boolean;
  /** What machines made must say so; false where the space has taken that upon itself. */
  needsNotice: boolean;
};

/** The settings of videos of a mix: of a whole video, and of each of its places. */
export function openSettings(app: App, sources: Sources, { mix, shootings }: Pick<MixDocument, 'mix' | 'shootings'>) {
  const layers = { template: mix.template_config, project: mix.config };
  const config = resolveConfig(layers);
  const settings = new Map<string, Promise<{ config: MixConfig; setting: Setting }>>();
  const configs = new Map<string, Map<string, MixConfig>>();
  return {
    /** What all videos with this music and this title share; each is read once. */
    settingOf({ music, title }: VideoFactors): Promise<{ config: MixConfig; setting: Setting }> {
      const key = JSON.stringify([music, title]);
      const own = resolveConfig({ ...layers, video: factorConfig({ music, title }, config) });
      return remembered(settings, key, async () => ({
        config: own,
        setting: await readSetting(app, sources, mix.space_id, own),
      }));
    },

    /** The settings of each shooting in videos whose captions look like this. */
    configsOf({ style }: VideoFactors): Map<string, MixConfig> {
      const video = factorConfig({ style }, config);
      const inLayers = ({ config: own }: ShootingRow) => resolveConfig({ ...layers, video, shooting: own });
      const known =
        configs.get(style ?? '') ?? new Map(shootings.map((one) => [one.shooting_id, inLayers(one)] as const));
      configs.set(style ?? '', known);
      return known;
    },
  };
}

/** Reads what all videos of a mix share; files stay open as long as `sources`. */
export async function readSetting(app: App, sources: Sources, space_id: string, config: MixConfig): Promise<Setting> {
  const { music, logo } = config;
  const piece = music.music_id ? await findMusic(app, space_id, music.music_id) : null;
  const bed = music.music_id
    ? await sources.ofMusic(music.music_id)
    : music.material_id
      ? await sources.ofMaterial(music.material_id)
      : null;
  const [sound, picture] = [
    await readMaterial(app, space_id, music.material_id),
    await readMaterial(app, space_id, logo.material_id),
  ];
  const isAiMusic = piece ? piece.is_ai_made : (sound?.ai_origin ?? false);
  return {
    logo: logo.material_id ? await sources.ofMaterial(logo.material_id) : null,
    isAi: (bed !== null && isAiMusic) || (picture?.ai_origin ?? false),
    needsNotice: await needsNotice(app.db, space_id),
    piece: bed && { title: piece?.title ?? sound?.material_name ?? '', is_ai: isAiMusic },
    beats: bed && music.is_beat_snapped ? await readBeats(app, music.music_id || bed.hash, bed.path) : [],
    music: bed && {
      source: bed,
      startSeconds: music.start_ms / 1000,
      volume: music.volume,
      fadeInSeconds: music.fade_in_ms / 1000,
      fadeOutSeconds: music.fade_out_ms / 1000,
      isLooped: true,
      duckDecibels: music.duck_db,
    },
  };
}

/** Of a material that is used whole; null when there is none, or it is gone. */
async function readMaterial({ db }: App, space_id: string, material_id: string | null) {
  if (!material_id) return null;
  const [found] = await db
    .select({ material_name: material.material_name, ai_origin: material.ai_origin })
    .from(material)
    .where(and(eq(material.material_id, material_id), eq(material.space_id, space_id)));
  return found ?? null;
}
