import { statSync } from 'node:fs';
import {
  type Timeline,
  type TimelineCaption,
  type TimelineCut,
  DEFAULT_MIX_CONFIG,
  RATIOS,
  TRANSITIONS,
} from '@mixreel/contract';
import type { DraftMedia, MediaFile } from '#features/draft/lay-out.ts';
import { testMedia } from './test-media.ts';

const { filter, caption, title } = DEFAULT_MIX_CONFIG;

/** Numbers between 0 and 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** What files a timeline of tests refers to: a film, a still, two sounds and a logo. */
export type TestFiles = Record<'film' | 'still' | 'voice' | 'music' | 'logo' | 'notice', MediaFile>;

/** Small real files for them, by name. The sound is shorter than the music it stands for. */
export async function testFiles(): Promise<{ files: TestFiles; paths: Map<string, string> }> {
  const paths = new Map<string, string>();
  const known = (file: Omit<MediaFile, 'bytes'>, path: string): MediaFile => {
    paths.set(file.file_name, path);
    return { ...file, bytes: statSync(path).size };
  };
  const film = await testMedia.film({ seconds: 12, width: 96, height: 54 });
  const picture = await testMedia.picture({ width: 64, height: 96 });
  const sound = await testMedia.sound({ extension: 'm4a' });
  const still = { kind: 'photo' as const, seconds: 0, width: 64, height: 96, has_sound: false };
  const heard = { kind: 'audio' as const, width: 0, height: 0, has_sound: true };
  const shown = { kind: 'video' as const, seconds: 12, width: 96, height: 54, has_sound: true };
  const files = {
    film: known({ ...shown, file_name: '样片.mp4' }, film),
    still: known({ ...still, file_name: '照片.jpg' }, picture),
    logo: known({ ...still, file_name: '标志.jpg' }, picture),
    notice: known({ ...still, file_name: '标识.jpg' }, picture),
    voice: known({ ...heard, file_name: '配音.m4a', seconds: 3 }, sound),
    music: known({ ...heard, file_name: '音乐.m4a', seconds: 60 }, sound),
  };
  return { files, paths };
}

const FPS = [24, 25, 30, 60];

/** Some timeline: shots of any length and speed, stills, transitions of every kind, captions with emoji. */
export function someTimeline(seed: number, files: TestFiles): { timeline: Timeline; media: DraftMedia } {
  const roll = dice(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!;
  const fps = FPS[seed % FPS.length]!;
  const ratio = pick(Object.keys(RATIOS) as (keyof typeof RATIOS)[]);
  const kinds = Object.keys(TRANSITIONS).filter((kind) => kind !== 'none') as (keyof typeof TRANSITIONS)[];
  const cuts: TimelineCut[] = [];
  let start_frame = 0;
  const count = 1 + Math.floor(roll() * 6);
  for (let n = 0; n < count; n += 1) {
    const frames = Math.round((1.2 + roll() * 2) * fps);
    const is_still = roll() < 0.3;
    const speed = pick([1, 1, 0.5, 1.5, 2, 0.83]);
    const overlap = n < count - 1 && roll() < 0.6 ? Math.max(2, Math.floor(roll() * fps * 0.4)) : 0;
    cuts.push({
      slot_id: `slot-${n}`,
      slot_name: `镜头 ${n + 1}`,
      video_clip_id: `clip-${n}`,
      material_id: `material-${n}`,
      material_name: `素材 <${n}> & "样片".mp4`,
      vlc_id: `vlc-${n}`,
      is_still,
      start_frame,
      frames,
      source_start: is_still ? 0 : roll() * 2,
      speed: is_still ? 1 : speed,
      fit: pick(['cover', 'contain', 'blur']),
      background: '#102030',
      crop: roll() < 0.3 ? { x: 0.1, y: 0.05, width: 0.6, height: 0.9 } : null,
      is_mirrored: roll() < 0.3,
      volume: pick([0, 0.5, 1]),
      filter: { ...filter, filter_key: pick(['', 'food-warm', 'black-gold']), brightness: pick([0, 12]) },
      transition: overlap > 0 ? { kind: pick(kinds), frames: overlap } : null,
      script_id: null,
      line: '',
      ai_origin: roll() < 0.3,
    });
    start_frame += frames - overlap;
  }
  const last = cuts.at(-1)!;
  const frames = last.start_frame + last.frames;
  const seconds = frames / fps;
  const is_ai = cuts.some(({ ai_origin }) => ai_origin);
  const says = ['新品上市，限时五折', '点击下方链接🎁立即购买', '两行字幕\n第二行👨‍👩‍👧'];
  const captions = cuts.map((cut, n): TimelineCaption => {
    const start = cut.start_frame / fps + 0.1;
    const end = Math.min(seconds, start + 0.9);
    const text = says[n % says.length]!;
    return {
      kind: 'caption',
      text,
      start,
      end,
      x: 0.5,
      y: 0.7,
      style: {
        ...caption.style,
        box: roll() < 0.5 ? { colour: '#00000080', padding_x: 16, padding_y: 8, radius: 12, shape: 'block' } : null,
      },
      position: caption.position,
      words: [{ text, start, end }],
    };
  });
  const timeline: Timeline = {
    name: `随机 ${seed}`,
    ratio,
    ...RATIOS[ratio],
    fps,
    frames,
    platform: 'douyin',
    cuts,
    captions: [
      ...captions,
      {
        ...captions[0]!,
        kind: 'title',
        text: '夏季上新',
        start: 0,
        end: Math.min(seconds, 3),
        y: 0.2,
        style: title.style,
        words: [],
      },
      ...(is_ai
        ? [
            {
              ...captions[0]!,
              kind: 'ai_mark' as const,
              text: 'AI生成',
              start: 0,
              end: Math.min(seconds, 2.5),
              x: 0.12,
              y: 0.1,
              words: [],
            },
          ]
        : []),
    ],
    voices: cuts.map((cut, n) => ({
      text: `第 ${n + 1} 句`,
      sha256: 'a'.repeat(64),
      voice_id: 'builtin:zf_xiaoxiao',
      rate: 1,
      start: cut.start_frame / fps,
      seconds: Math.min(1, seconds - cut.start_frame / fps),
      volume: 1,
      is_ai: true,
    })),
    music: {
      music_id: null,
      material_id: 'music',
      title: '轻快',
      source_start: 3,
      volume: 0.35,
      fade_in: 0.5,
      fade_out: 1.5,
      duck_db: 12,
      is_ai: false,
    },
    logo: { material_id: 'logo', x: 0.06, y: 0.06, width: 0.16, opacity: 0.9 },
    target_lufs: -14,
    is_ai,
  };
  const media: DraftMedia = {
    cuts: cuts.map(({ is_still }) => (is_still ? files.still : files.film)),
    voices: cuts.map(() => files.voice),
    music: files.music,
    logo: files.logo,
    notice: is_ai ? files.notice : null,
  };
  return { timeline, media };
}
