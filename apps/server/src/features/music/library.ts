import { join } from 'node:path';
import { PackMissing, TRACKS, type Track } from '@mixreel/ai';
import type { Music, PlatformMusic } from '@mixreel/contract';
import type { App } from '#context.ts';

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

/** A piece of the library and its file. */
export type LibraryMusic = { music: Music; path: string };

const PACKS = Object.keys(CATEGORIES) as Track['pack'][];

/** The pieces whose packs are here; what we measure is added later. */
export function listLibrary({ shelf }: Pick<App, 'shelf'>): LibraryMusic[] {
  // Each is looked for on the disk: once, not for every piece. Every shot of every video asks for its music.
  const folders = new Map(PACKS.map((pack) => [pack, folderOf(shelf, pack)]));
  return TRACKS.flatMap((track) => {
    const folder = folders.get(track.pack);
    return folder ? { music: toMusic(track), path: join(folder, track.file) } : [];
  });
}

function folderOf(shelf: App['shelf'], pack: Track['pack']): string | null {
  try {
    return shelf.folderOf(pack);
  } catch (error) {
    if (error instanceof PackMissing) return null;
    throw error;
  }
}

/** Something easy that lies well under most films: what a mix begins with. None while no music is here. */
export function firstPiece(app: Pick<App, 'shelf'>): string {
  return listLibrary(app).find(({ music }) => music.category === '轻松节拍')?.music.music_id ?? '';
}

/** Also while its pack is not here. */
export function libraryTitle(music_id: string): string | undefined {
  return TRACKS.find((track) => musicId(track) === music_id)?.title;
}

export function musicId({ pack, track_id }: Track): string {
  return `${pack}_${track_id}`.slice(0, 64);
}

function toMusic(track: Track): Music {
  const { pack, title, original_title, duration } = track;
  const music_id = musicId(track);
  return {
    music_id,
    title,
    original_title,
    ...CATEGORIES[pack],
    duration,
    tempo: null,
    energy: null,
    beats: [],
    is_ai_made: true,
    notice: NOTICE,
    is_own: false,
    licence: {
      licence: 'cc0',
      licence_text: 'CC0-1.0 公共领域',
      source: `“${original_title}”，Open Lo-Fi v1.0.0（Suno v5 生成）`,
      platforms: [],
      territories: '',
      expires_at: null,
    },
    audio_url: `/music/${music_id}`,
  };
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
    url: 'https://studio.youtube.com/',
    notice: `授权限 YouTube，部分曲目要署名。${ONLY_THERE}`,
  },
];
