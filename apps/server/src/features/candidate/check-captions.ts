import { type Box, type ExportProblem, type MixConfig, RATIOS, resolveConfig } from '@mixreel/contract';
import {
  type Caption,
  type CaptionLayout,
  type CaptionProblem,
  checkCaption,
  clearPosition,
  containSize,
  coverArea,
  EASY_READING_SPEED,
  FALLBACK_FONT,
  findFont,
  layoutCaption,
  missingCharacters,
  readingSpeed,
  type Rect,
} from '@mixreel/media';
import type { Db } from '#db/connect.ts';
import { captionOf } from '#features/caption/cut-line.ts';
import { findForbidden, replaceForbidden } from '#features/caption/find-forbidden.ts';
import { toCaptionStyle } from '#features/caption/media-style.ts';
import type { DocumentClip } from '#features/mix/document.ts';
import type { Place } from './book.ts';
import { lineSeconds } from './build-plan.ts';
import type { MixState } from './choose.ts';
import { fillSpeed } from './clip-words.ts';
import { type Faces, readFaces } from './faces.ts';
import { cuesOf, subjectsOf } from './shot.ts';

type Fix = ExportProblem['fix'];

export const NOTHING = { shooting_id: null, script_id: null, video_clip_id: null, fix: null } as const;
const SMALLEST_SIZE = 24;
const SLOWEST_RATE = 0.5;
const LONGEST_MS = 120_000;

/** What a viewer or a lawyer would stumble over in the words of a mix, said or written. */
export async function checkCaptions(db: Db, state: MixState): Promise<ExportProblem[]> {
  const { mix, shootings, clips } = state.document;
  const faces = await readFaces(db, clips);
  const found = checkTitle(resolveConfig({ template: mix.template_config, project: mix.config }));
  for (const shooting of shootings) {
    const config = resolveConfig({ template: mix.template_config, project: mix.config, shooting: shooting.config });
    const { canvas, platform } = { canvas: RATIOS[config.picture.ratio], platform: config.picture.platform };
    const own = clips.filter(({ clip, facts }) => clip.shooting_id === shooting.shooting_id && facts !== null);
    const facesOf = (one: DocumentClip) => facesOn(one, faces, config, canvas);
    // Moved away from one face, a caption must not land on that of another clip.
    const everybody = own.flatMap(facesOf);
    for (const { script_id, text, captions } of shooting.scripts) {
      const heard = state.heard.get(script_id) ?? null;
      const at = { ...NOTHING, shooting_id: shooting.shooting_id, script_id };
      if (heard?.problem) found.push({ ...at, kind: 'voice', blocks: true, message: heard.problem });
      const texts = [text, ...(captions ?? []).map((one) => one.text)];
      found.push(...checkWords(texts, at));

      const known = new Set<string>();
      for (const clip of own) {
        const { video_clip_id } = clip.clip;
        const pick = { slot_id: shooting.shooting_id, video_clip_id, script_id };
        const place: Place = { pick, config, shooting, clip, heard };
        const seconds = shotSeconds(place);
        const keepClear = facesOf(clip);
        for (const cue of cuesOf(place, { canvas, platform }, seconds)) {
          const caption = captionOf(cue, config.caption, seconds);
          const layout = layoutCaption(caption, canvas, platform);
          for (const { kind, sentence } of checkCaption(caption, layout, { platform, keepClear })) {
            const isOfClip = kind === 'covers';
            const key = `${kind} ${cue.text} ${isOfClip ? video_clip_id : ''}`;
            // What is wrong with the words is said once, not for every clip that they stand on.
            if (known.has(key)) continue;
            known.add(key);
            found.push({
              ...at,
              kind,
              blocks: false,
              message: `“${cue.text.slice(0, 16)}”：${sentence}`,
              video_clip_id: isOfClip ? video_clip_id : null,
              fix: fixOf(kind, { caption, layout, place, texts, keepClear: everybody }),
            });
          }
        }
        found.push(...checkLength(place, seconds));
      }
    }
  }
  return found;
}

function checkTitle({ title, picture }: MixConfig): ExportProblem[] {
  if (!title.text.trim()) return [];
  const missing = missingCharacters(title.text, toCaptionStyle(title.style).fontId);
  const message = `标题“${title.text.slice(0, 16)}”：字体里没有这些字：${missing.join(' ')}，成片里不会出现，请换字`;
  return [
    ...(missing.length > 0 ? [{ ...NOTHING, kind: 'missing-glyph', blocks: false, message }] : []),
    ...checkWords([title.text], NOTHING).map((problem) => ({
      ...problem,
      message: `标题里的${problem.message}`,
      fix: null,
    })),
    ...checkTitleSize(title, picture),
  ];
}

function checkTitleSize({ text, style, position }: MixConfig['title'], picture: MixConfig['picture']): ExportProblem[] {
  const config = { source: 'line' as const, style, position, line_chars: 0, max_lines: 3 };
  const caption = captionOf({ text, startSeconds: 0, endSeconds: 1, words: [] }, config, 1);
  const { overflows } = layoutCaption(caption, RATIOS[picture.ratio], picture.platform);
  if (!overflows) return [];
  const message = `标题“${text.slice(0, 16)}”：文字太长，放不下，请删减或缩小字号`;
  return [{ ...NOTHING, kind: 'overflow', blocks: false, message }];
}

function checkWords(texts: string[], at: Omit<ExportProblem, 'kind' | 'blocks' | 'message'>): ExportProblem[] {
  return findForbidden(texts.join('\n')).map(({ word, reason, suggestion }) => {
    // What has to be proved or noted stands in brackets behind it.
    const [to = ''] = suggestion.replace(/（.*）/, '').split('、');
    const advice = suggestion ? `可改为：${suggestion}` : '请删去这个说法';
    const fix = rewordFix(to ? `改成「${to}」` : '删去', texts, (text) => replaceForbidden(text, word, to));
    return { ...at, kind: 'forbidden_word', blocks: false, message: `「${word}」${reason}，${advice}`, fix };
  });
}

function rewordFix(label: string, texts: string[], change: (text: string) => string): Fix {
  const wording = texts.map((from) => ({ from, to: change(from) })).filter(({ from, to }) => from !== to);
  return wording.length === 0 ? null : { label, config: {}, wording };
}

type Checked = { caption: Caption; layout: CaptionLayout; place: Place; texts: string[]; keepClear: Rect[] };

/** What can be done so that this is no problem any more; null when only a person can. */
function fixOf(kind: CaptionProblem['kind'], checked: Checked): Fix {
  const { layout, place, texts, keepClear } = checked;
  const { style } = place.config.caption;
  const set = (label: string, config: NonNullable<Fix>['config']): Fix => ({ label, config, wording: [] });
  switch (kind) {
    case 'covers':
    case 'unsafe': {
      const free = clearPosition(layout, { platform: place.config.picture.platform, keepClear });
      if (free?.kind !== 'free') return kind === 'unsafe' ? shrinkFix(checked) : null;
      const position = { kind: 'free' as const, x_percent: free.xPercent, y_percent: free.yPercent };
      return set('挪开字幕', { caption: { position } });
    }
    case 'overflow':
      return shrinkFix(checked);
    case 'missing-glyph':
      return rewordFix('去掉这些字', texts, (text) =>
        layout.missing.reduce((now, character) => now.replaceAll(character, ''), text),
      );
    case 'borrowed-glyph':
      return set(`全用${findFont(FALLBACK_FONT).name}`, { caption: { style: { ...style, font_id: FALLBACK_FONT } } });
    case 'too-fast':
      return slowFix(checked);
    default:
      return null;
  }
}

/** The largest size at which it fits. */
function shrinkFix({ caption, layout: { canvas }, place }: Checked): Fix {
  const { caption: settings, picture } = place.config;
  for (let size = Math.floor(settings.style.size * 0.95); size >= SMALLEST_SIZE; size = Math.floor(size * 0.95)) {
    const style = { ...settings.style, size };
    const { overflows } = layoutCaption({ ...caption, style: toCaptionStyle(style) }, canvas, picture.platform);
    if (!overflows) return { label: `字号改为 ${size}`, config: { caption: { style } }, wording: [] };
  }
  return null;
}

/** More time to read: a slower voice, or a longer shot where its length was set. What was typed has the times it has. */
function slowFix({ caption, place: { config, heard } }: Checked): Fix {
  if (heard?.script.captions || config.caption.source === 'speech') return null;
  const times = readingSpeed(caption.text, caption.endSeconds - caption.startSeconds) / EASY_READING_SPEED;
  if (heard?.request) {
    const rate = Math.floor((config.voice.rate / times) * 20) / 20;
    return rate < SLOWEST_RATE ? null : { label: `语速改为 ${rate}`, config: { voice: { rate } }, wording: [] };
  }
  const fixed_ms = Math.ceil((config.duration.fixed_ms * times) / 100) * 100;
  if (heard?.sha256 || config.duration.rule !== 'fixed' || fixed_ms > LONGEST_MS) return null;
  return { label: `时长改为 ${fixed_ms / 1000} 秒`, config: { duration: { fixed_ms } }, wording: [] };
}

function shotSeconds({ config: { duration }, clip: { clip }, heard }: Place): number {
  const own = (clip.end_ms - clip.start_ms) / 1000 / clip.speed;
  if (duration.rule === 'fixed') return duration.fixed_ms / 1000;
  return (duration.rule === 'narration' && lineSeconds(heard ?? undefined)) || own;
}

function checkLength({ pick, clip, shooting }: Place, seconds: number): ExportProblem[] {
  const { start_ms, end_ms } = clip.clip;
  if (clip.facts?.isStill) return [];
  const shown = (end_ms - start_ms) / 1000 / fillSpeed(clip.clip, seconds);
  if (shown > seconds - 0.1) return [];
  const message = `「${clip.material.material_name}」放慢后仍短 ${(seconds - shown).toFixed(1)} 秒，最后一帧会停住`;
  const at = { shooting_id: shooting?.shooting_id ?? null, script_id: pick.script_id };
  return [{ kind: 'short_clip', blocks: false, message, ...at, video_clip_id: pick.video_clip_id, fix: null }];
}

/** Where the faces of a clip end up on the canvas: as the renderer crops, and mirrors after that. */
function facesOn(
  { clip, facts }: DocumentClip,
  faces: Faces,
  { picture }: MixConfig,
  canvas: { width: number; height: number },
): Rect[] {
  const seen = faces.get(clip.video_clip_id) ?? [];
  const video = facts?.video;
  if (!video || seen.length === 0) return [];
  const size = { ...canvas, fps: 30 };
  const within = clip.crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const contained = containSize(video, size, within);
  const room = {
    x: (canvas.width - contained.width) / 2,
    y: (canvas.height - contained.height) / 2,
    ...contained,
  };
  return subjectsOf(seen).flatMap(({ seconds, area }) => {
    const centre = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const shown = coverArea(video, size, within, clip.crop ? undefined : centre);
    const isCovering = (clip.fit ?? picture.fit) === 'cover';
    return seen
      .filter((face) => face.seconds === seconds)
      .map(({ box }) => scaled(box, isCovering ? shown : within, isCovering ? { x: 0, y: 0, ...canvas } : room))
      .map((rect) => (clip.is_mirrored ? { ...rect, x: canvas.width - rect.x - rect.width } : rect));
  });
}

function scaled(box: Box, from: Box, to: Rect): Rect {
  const [kx, ky] = [to.width / from.width, to.height / from.height];
  return {
    x: to.x + (box.x - from.x) * kx,
    y: to.y + (box.y - from.y) * ky,
    width: box.width * kx,
    height: box.height * ky,
  };
}
