import { PACKS, type PackName } from '#packs/manifest.ts';
import listed from '#packs/tracks.json' with { type: 'json' };

type MusicPack = Extract<PackName, `music-${string}`>;

/** A piece of music that comes with a pack; `file` lies in the folder of `pack`. */
export type Track = {
  track_id: string;
  title: string;
  /** What its author calls it: the name under which its licence stands. */
  original_title: string;
  pack: MusicPack;
  /** The pack's Chinese name, without 音乐. */
  category: string;
  file: string;
  duration: number;
  licence: string;
  is_ai_generated: boolean;
  origin: string;
  /** What a person has to know before using it in an advertisement. */
  notice: string;
};

const NOTICE = '由 AI 生成并以 CC0 发布，可商用；平台仍可能误判版权，大额投放前请自行核对';

/** Every track of every music pack, fetched or not. */
export const TRACKS: readonly Track[] = listed.map((track) => {
  const pack = PACKS.find((candidate) => candidate.pack === track.pack)!;
  return {
    ...track,
    // The list was made from the packs, of which only these have tracks.
    pack: pack.pack as MusicPack,
    category: pack.title.replace('音乐：', ''),
    licence: pack.licence.weights,
    is_ai_generated: true,
    origin: pack.origin,
    notice: NOTICE,
  };
});
