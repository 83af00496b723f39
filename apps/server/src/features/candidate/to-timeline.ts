import { type MixConfig, RATIOS, type Timeline, type TimelineCaption, type TimelineCut } from '@mixreel/contract';
import { shotStarts, variantFrames } from '@mixreel/media';
import type { BuiltVariant } from './book.ts';
import type { Written } from './written.ts';

type Setting = { name: string; config: MixConfig; music: { title: string; is_ai: boolean } | null };

/** A combination as people and other programs read it. */
export function toTimeline(built: BuiltVariant, { name, config, music }: Setting): Timeline {
  const { variant, times, is_ai, seconds } = built;
  const { ratio, platform } = config.picture;
  return {
    name,
    ratio,
    ...RATIOS[ratio],
    fps: variant.canvas.fps,
    frames: variantFrames(variant),
    platform,
    cuts: cutsOf(built),
    captions: joined(
      built.written.flatMap((written, n) => written.map((one) => toCaption(one, times[n]!.start, built, seconds))),
    ),
    voices: built.places.flatMap(({ heard }, n) => {
      if (!heard?.sha256) return [];
      const { start } = times[n]!;
      const { sha256, request, volume, script, speed } = heard;
      const [voice_id, rate] = [request?.voice_id ?? null, request?.rate ?? 1];
      const lasts = Math.min(heard.seconds, seconds - start);
      const said = { text: script.text, sha256, voice_id, rate, start, seconds: lasts, volume, is_ai: heard.is_ai };
      return [speed === 1 ? said : { ...said, speed }];
    }),
    music: music && {
      ...music,
      music_id: config.music.music_id || null,
      material_id: config.music.material_id || null,
      source_start: config.music.start_ms / 1000,
      volume: config.music.volume,
      fade_in: config.music.fade_in_ms / 1000,
      fade_out: config.music.fade_out_ms / 1000,
      duck_db: config.music.duck_db,
    },
    logo: logoOf(built, config),
    target_lufs: config.sound.target_lufs,
    is_ai,
  };
}

/** Where it was drawn, which is not always where it was put. */
function logoOf({ variant: { cuts } }: BuiltVariant, { logo }: MixConfig): Timeline['logo'] {
  const area = cuts[0]?.shot.layers[0]?.area;
  return area ? { ...logo, x: area.x, y: area.y } : null;
}

function cutsOf({ variant, places }: BuiltVariant): TimelineCut[] {
  const starts = shotStarts(variant);
  return places.map(({ pick, config, clip: { clip, material }, name, heard }, n): TimelineCut => {
    const { shot, transition } = variant.cuts[n]!;
    const isSpoken = (heard?.seconds ?? 0) > 0;
    const own = config.sound.own_volume === 'auto' ? Number(!isSpoken) : config.sound.own_volume;
    return {
      slot_id: pick.slot_id,
      slot_name: name,
      video_clip_id: pick.video_clip_id,
      material_id: material.material_id,
      material_name: material.material_name,
      vlc_id: material.vlc_id ?? '',
      is_still: shot.source.facts.isStill,
      start_frame: Math.round(starts[n]! * variant.canvas.fps),
      frames: shot.frames,
      source_start: shot.startSeconds,
      speed: shot.speed,
      fit: clip.fit ?? config.picture.fit,
      background: config.picture.background,
      crop: clip.crop,
      is_mirrored: clip.is_mirrored,
      volume: own * clip.volume,
      filter: config.filter,
      transition:
        transition && config.transition.kind !== 'none'
          ? { kind: config.transition.kind, frames: transition.frames }
          : null,
      script_id: pick.script_id,
      line: heard?.script.text ?? '',
      ai_origin: material.ai_origin,
    };
  });
}

function toCaption(
  { kind, text, layout, style, position, words }: Written,
  at: number,
  { variant: { canvas } }: BuiltVariant,
  seconds: number,
): TimelineCaption {
  const { bounds, startSeconds, endSeconds } = layout;
  return {
    kind,
    text: kind === 'caption' ? layout.lines.map((line) => line.text.trim()).join('\n') || text : text,
    start: at + startSeconds,
    end: Math.min(seconds, at + endSeconds),
    x: (bounds.x + bounds.width / 2) / canvas.width,
    y: (bounds.y + bounds.height / 2) / canvas.height,
    style,
    position,
    words: words.map((word) => ({ text: word.text, start: at + word.startSeconds, end: at + word.endSeconds })),
  };
}

/** A title or a notice that goes on over a cut in the same place is one. */
function joined(captions: TimelineCaption[]): TimelineCaption[] {
  const whole: TimelineCaption[] = [];
  for (const one of captions) {
    const before = whole.findLast(({ kind }) => kind === one.kind);
    const goesOn =
      one.kind !== 'caption' &&
      before?.text === one.text &&
      one.start <= before.end + 0.001 &&
      Math.hypot(one.x - before.x, one.y - before.y) < 0.001;
    if (goesOn) before.end = Math.max(before.end, one.end);
    else whole.push(one);
  }
  return whole.toSorted((a, b) => a.start - b.start);
}
