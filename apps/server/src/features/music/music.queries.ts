import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PackMissing, TRACKS, type Track } from '@mixreel/ai';
import { type Music, type PageInput, type PlatformMusic, pageInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { music_facts } from './music.tables.ts';

type Parts = Pick<App, 'shelf'>;
type Facts = Pick<typeof music_facts.$inferSelect, 'tempo' | 'energy' | 'beats'>;

const CATEGORIES: Record<Track['pack'], { category: string; moods: string[] }> = {
  'music-activities': { category: '日常活动', moods: ['轻松', '日常'] },
  'music-ambient-lofi': { category: '氛围', moods: ['安静', '空灵'] },
  'music-asian-lofi': { category: '东方', moods: ['国风', '悠然'] },
  'music-chillhop': { category: '轻松节拍', moods: ['轻松', '明快'] },
  'music-funk-soul': { category: '放克', moods: ['活力', '律动'] },
  'music-hybrid': { category: '融合', moods: ['现代', '时尚'] },
  'music-jazzhop': { category: '爵士', moods: ['优雅', '轻松'] },
  'music-late-night': { category: '深夜', moods: ['沉静', '情绪'] },
  'music-seasonal-weather': { category: '四季', moods: ['温暖', '日常'] },
  'music-soul-rnb': { category: '灵魂乐', moods: ['温暖', '抒情'] },
};

const NOTICE = '由 AI 生成，发布者声明 CC0；平台的版权识别仍可能误判，投放前请试听并留存来源';

export type LibraryMusic = Music & { path: string };

/** The pieces whose packs are here. */
function listMusic({ shelf }: Parts, facts: Map<string, Facts>): LibraryMusic[] {
  return TRACKS.flatMap((track) => {
    const path = pathOf(shelf, track);
    return path ? toMusic(track, path, facts.get(musicId(track))) : [];
  });
}

function pathOf(shelf: App['shelf'], { pack, file }: Track): string | null {
  try {
    return join(shelf.folderOf(pack), file);
  } catch (error) {
    if (error instanceof PackMissing) return null;
    throw error;
  }
}

function musicId({ pack, track_id }: Track): string {
  return `${pack}_${track_id}`.slice(0, 64);
}

function toMusic(track: Track, path: string, facts: Facts | undefined): LibraryMusic {
  const { category, moods } = CATEGORIES[track.pack];
  const music_id = musicId(track);
  return {
    music_id,
    title: track.title,
    category,
    moods,
    duration: track.duration,
    tempo: facts?.tempo ?? null,
    energy: facts?.energy ?? null,
    beats: facts?.beats ?? [],
    is_ai_made: true,
    notice: NOTICE,
    licence: {
      licence: 'cc0',
      licence_text: 'CC0-1.0 公共领域',
      source: 'Open Lo-Fi v1.0.0（Suno v5 生成）',
      platforms: [],
      expires_at: null,
    },
    audio_url: `/music/${music_id}`,
    path,
  };
}

/** A piece by its id, with its file; null when there is none or its pack is not here. */
export function findMusic(app: Parts, music_id: string): LibraryMusic | null {
  return listMusic(app, new Map()).find((piece) => piece.music_id === music_id) ?? null;
}

type Filter = {
  keyword?: string | undefined;
  mood?: string | undefined;
  category?: string | undefined;
  tempo_min?: number | undefined;
  tempo_max?: number | undefined;
  energy_min?: number | undefined;
  energy_max?: number | undefined;
};

export async function readMusic(app: Parts & { db: Queryable }, filter: Filter, page: PageInput) {
  const rows = await app.db.select().from(music_facts);
  const all = listMusic(app, new Map(rows.map((row) => [row.music_id, row])));
  const found = all.filter((piece) => matches(piece, filter));
  const from = (page.page_index - 1) * page.page_size;
  return {
    items: found.slice(from, from + page.page_size),
    page_info: pageInfo(page, found.length),
    categories: [...new Set(all.map(({ category }) => category))],
    moods: [...new Set(all.flatMap(({ moods }) => moods))],
  };
}

function matches(piece: Music, { keyword, mood, category, ...ranges }: Filter): boolean {
  const wanted = keyword?.toLowerCase();
  return (
    (!mood || piece.moods.includes(mood)) &&
    (!category || piece.category === category) &&
    isWithin(piece.tempo, ranges.tempo_min, ranges.tempo_max) &&
    isWithin(piece.energy, ranges.energy_min, ranges.energy_max) &&
    (!wanted || [piece.title, piece.category, ...piece.moods].some((text) => text.toLowerCase().includes(wanted)))
  );
}

function isWithin(value: number | null, min = -Infinity, max = Infinity): boolean {
  if (min === -Infinity && max === Infinity) return true;
  return value !== null && value >= min && value <= max;
}

/** Pieces that are here and not measured yet. */
export async function readUnmeasured(app: Parts & { db: Queryable }): Promise<LibraryMusic[]> {
  const rows = await app.db.select({ music_id: music_facts.music_id }).from(music_facts);
  const known = new Set(rows.map(({ music_id }) => music_id));
  return listMusic(app, new Map()).filter(({ music_id, path }) => !known.has(music_id) && statSync(path).isFile());
}

const ONLY_THERE = '只能在该平台内使用：请在平台的编辑或发布页选曲，成片导出到其他平台前要换成免版权音乐';

/** Where each platform's own music is chosen. Licences end at its border, so there is nothing to play or fetch here. */
export const PLATFORM_MUSIC: PlatformMusic[] = [
  {
    platform: 'tiktok',
    title: 'TikTok 商用音乐库',
    url: 'https://ads.tiktok.com/business/creativecenter/music/pc/en',
    notice: `企业号与广告只能用商用音乐库里的曲目，部分曲目限国家。${ONLY_THERE}`,
  },
  {
    platform: 'douyin',
    title: '抖音 / 剪映商用音乐',
    url: 'https://www.capcut.cn/',
    notice: `授权留在剪映与抖音内。${ONLY_THERE}`,
  },
  {
    platform: 'reels',
    title: 'Meta Sound Collection',
    url: 'https://business.facebook.com/creatorstudio/?mode=facebook&tab=sound_collection',
    notice: `授权限 Facebook 与 Instagram。${ONLY_THERE}`,
  },
  {
    platform: 'shorts',
    title: 'YouTube 音频库',
    url: 'https://studio.youtube.com/channel/UC/music',
    notice: `授权限 YouTube，部分曲目要署名。${ONLY_THERE}`,
  },
];
