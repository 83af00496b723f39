import { type MixConfig, type MixConfigChange, type ProblemFix, RATIOS, resolveConfig } from '@mixreel/contract';
import { findTaboo, rewriteTaboo } from '@mixreel/contract/taboo';
import {
  type Caption,
  type CaptionLayout,
  type CaptionProblem,
  checkCaption,
  clearPosition,
  DEFAULT_AI_MARK,
  type DrawnKind,
  EASY_READING_SPEED,
  FALLBACK_FONT,
  findFont,
  layoutCaption,
  missingCharacters,
  readingSpeed,
  type Rect,
} from '@mixreel/media';
import type { App } from '#context.ts';
import { captionOf } from '#features/caption/cut-line.ts';
import { toCaptionStyle } from '#features/caption/media-style.ts';
import { clipProblem, type DocumentClip } from '#features/mix/document.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import type { Place } from './book.ts';
import { lineSeconds } from './build-plan.ts';
import type { MixState } from './choose.ts';
import { fillSpeed } from './clip-words.ts';
import type { CoverWords } from './cover-words.ts';
import { type Faces, facesOn, readFaces } from './faces.ts';
import { fixBy, type Found, NOTHING, rewordFix } from './problem.ts';
import { readSetting } from './setting.ts';
import { openSources } from './sources.ts';
import { layOver, type OverSetting } from './written.ts';

const SMALLEST_SIZE = 24;
const SLOWEST_RATE = 0.5;
const LONGEST_MS = 120_000;

const GONE_LOGO: Found = {
  ...NOTHING,
  kind: 'logo',
  message: '角标的图片被删除了，或授权已过期，成片里不会有角标',
  fixes: [fixBy('不用角标', { mix: { logo: { material_id: '' } } })],
};

/** What a viewer or a lawyer would stumble over in the words of a mix, said or written. */
export async function checkCaptions(app: App, state: MixState, covers: CoverWords[]): Promise<Found[]> {
  const { mix, clips } = state.document;
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const sources = openSources(app, mix.space_id);
  try {
    const { logo, isAi, needsNotice } = await readSetting(app, sources, mix.space_id, config);
    const isMade =
      isAi || clips.some(({ material }) => material.ai_origin) || [...state.heard.values()].some((one) => one.is_ai);
    const over = { canvas: RATIOS[config.picture.ratio], config, logo, is_marked: isMade && needsNotice };
    const gone = config.logo.material_id && !logo ? [GONE_LOGO] : [];
    const allowed = await readAllowedWords(app.db, mix.space_id);
    const ofShots = checkShots(state, over, { faces: await readFaces(app.db, clips), allowed });
    // A candidate is no part of the document: its cover is changed where it is seen.
    const ofCovers = covers.flatMap(({ name, text }) =>
      checkWords([text], NOTHING, allowed).map((one) => ({ ...one, message: `${name}里的${one.message}`, fixes: [] })),
    );
    return [...gone, ...checkTitles(config, allowed), ...ofCovers, ...ofShots];
  } finally {
    await sources.close();
  }
}

/** Shots in their order, each as it looks when it comes as early as it can: that is when most lies over it. */
function checkShots(
  state: MixState,
  over: Omit<OverSetting, 'start'>,
  { faces, allowed }: { faces: Faces; allowed: string[] },
): Found[] {
  const { mix, shootings } = state.document;
  const clips = state.document.clips.filter((one) => clipProblem(one) === null && !one.clip.is_excluded);
  const openings = clips.filter(({ clip }) => clip.pool === 'header');
  const found: Found[] = openings.slice(0, 1).flatMap((clip) => {
    const pick = { slot_id: clip.clip.pool, video_clip_id: clip.clip.video_clip_id, script_id: null };
    const place: Place = { pick, config: over.config, shooting: null, name: '', clip, heard: null };
    return checkShot(place, { ...over, start: 0 }, ownSeconds(clip), { texts: [], everybody: [], keepClear: [] });
  });
  let start = shortest(openings.map(ownSeconds));
  for (const shooting of shootings) {
    const config = resolveConfig({ template: mix.template_config, project: mix.config, shooting: shooting.config });
    const own = clips.filter(({ clip }) => clip.shooting_id === shooting.shooting_id);
    const facesOf = (one: DocumentClip) => facesOn(one, faces, config, over.canvas);
    // Moved away from one face, a caption must not land on that of another clip.
    const everybody = own.flatMap(facesOf);
    const lengths: number[] = [];
    for (const { script_id, text, captions } of shooting.scripts) {
      const heard = state.heard.get(script_id) ?? null;
      const at = { ...NOTHING, shooting_id: shooting.shooting_id, script_id };
      if (heard?.problem) found.push({ ...at, kind: 'voice', blocks: true, message: heard.problem });
      const texts = [text, ...(captions ?? []).map((one) => one.text)];
      found.push(...checkWords(texts, at, allowed));
      for (const clip of own) {
        const { video_clip_id } = clip.clip;
        const place: Place = {
          pick: { slot_id: shooting.shooting_id, video_clip_id, script_id },
          config,
          shooting,
          name: shooting.shooting_name,
          clip,
          heard,
        };
        const seconds = shotSeconds(place);
        lengths.push(seconds);
        const asked = { texts, everybody, keepClear: facesOf(clip) };
        found.push(...checkShot(place, { ...over, start }, seconds, asked), ...checkLength(place, seconds));
      }
    }
    start += shortest(lengths);
  }
  return found;
}

type Asked = { texts: string[]; everybody: Rect[]; keepClear: Rect[] };

function checkShot(place: Place, over: OverSetting, seconds: number, { texts, everybody, keepClear }: Asked): Found[] {
  const { platform } = over.config.picture;
  const { script_id, video_clip_id } = place.pick;
  const at = { ...NOTHING, shooting_id: place.shooting?.shooting_id ?? null, script_id };
  const { written, scene } = layOver(place, over, seconds);
  const steady = [...scene.pictures.map(({ bounds }) => bounds), ...(scene.title ? [scene.title.bounds] : [])];
  const ofCaptions = written
    .filter(({ kind }) => kind === 'caption')
    .flatMap(({ text, layout, words }) => {
      const cue = { text, words, startSeconds: layout.startSeconds, endSeconds: layout.endSeconds };
      const caption = captionOf(cue, place.config.caption, seconds);
      return checkCaption(caption, layout, { platform, keepClear }).map(({ kind, sentence }): Found => {
        const isOfClip = kind === 'covers';
        const fix = fixOf(kind, { caption, layout, place, texts, keepClear: [...everybody, ...steady] });
        return {
          ...at,
          kind,
          message: `“${text.slice(0, 16)}”：${sentence}`,
          // What is wrong with the words is said once, not for every clip that they stand on.
          ...(isOfClip && { video_clip_id, at_ms: sourceMoment(place, layout.startSeconds, seconds) }),
          fixes: fix ? [fix] : [],
        };
      });
    });
  const ofScene = scene.overlaps.map(({ kinds: [one, other] }): Found => ({
    ...at,
    kind: 'overlap',
    message: `${DRAWN_NAMES[one]}和${DRAWN_NAMES[other]}叠在一起，画面上没有空处可以避开，请缩短文字、缩小字号或换个位置`,
  }));
  return [...ofCaptions, ...ofScene];
}

const DRAWN_NAMES: Record<DrawnKind, string> = {
  picture: '角标',
  title: '标题',
  caption: '字幕',
  ai_mark: `「${DEFAULT_AI_MARK.text}」`,
};

/** Which moment of the material is seen then. */
function sourceMoment({ clip: { clip } }: Place, at: number, seconds: number): number {
  return Math.round(Math.min(clip.end_ms, clip.start_ms + at * 1000 * fillSpeed(clip, seconds)));
}

function shortest(lengths: number[]): number {
  return lengths.length > 0 ? Math.min(...lengths) : 0;
}

function ownSeconds({ clip }: DocumentClip): number {
  return (clip.end_ms - clip.start_ms) / 1000 / clip.speed;
}

/** Every title that some video may have. */
function checkTitles(config: MixConfig, allowed: string[]): Found[] {
  const { title, vary } = config;
  if (!title.text.trim()) return [];
  const first = checkTitle(title.text, config, allowed, (text) => ({ title: { text } }));
  const others = vary.title === 'list' ? vary.titles : [];
  const ofOthers = others.flatMap((text, n) =>
    checkTitle(text, config, allowed, (to) => ({ vary: { titles: others.with(n, to) } })),
  );
  return [...first, ...ofOthers];
}

function checkTitle(
  text: string,
  { title, picture }: MixConfig,
  allowed: string[],
  change: (to: string) => MixConfigChange,
): Found[] {
  const missing = missingCharacters(text, toCaptionStyle(title.style).fontId);
  const message = `标题“${text.slice(0, 16)}”：字体里没有这些字：${missing.join(' ')}，成片里不会出现，请换字`;
  return [
    ...(missing.length > 0 ? [{ ...NOTHING, kind: 'missing-glyph', message }] : []),
    ...checkWords([text], NOTHING, allowed).map((problem) => ({
      ...problem,
      message: `标题里的${problem.message}`,
      // A title of which nothing is left is none: a person writes another.
      fixes: problem.fixes.flatMap(({ label, wording: [put] }) =>
        put?.to ? fixBy(label, { mix: change(put.to) }) : [],
      ),
    })),
    ...checkTitleSize({ ...title, text }, picture),
  ];
}

function checkTitleSize({ text, style, position }: MixConfig['title'], picture: MixConfig['picture']): Found[] {
  const config = { source: 'line' as const, style, position, line_chars: 0, max_lines: 3 };
  const caption = captionOf({ text, startSeconds: 0, endSeconds: 1, words: [] }, config, 1);
  const { overflows } = layoutCaption(caption, RATIOS[picture.ratio], picture.platform);
  if (!overflows) return [];
  const message = `标题“${text.slice(0, 16)}”：文字太长，放不下，请删减或缩小字号`;
  return [{ ...NOTHING, kind: 'overflow', message }];
}

/** Each forbidden word once, however often it stands in the line and its captions. */
function checkWords(texts: string[], at: Omit<Found, 'kind' | 'message'>, allowed: string[]): Found[] {
  const all = texts.flatMap((text) => findTaboo(text, allowed));
  return [...Map.groupBy(all, ({ word }) => word)].map(([word, [found]]) => {
    const { reason, suggestion, to } = found!;
    const advice = suggestion ? `可改为：${suggestion}` : '请删去这个说法';
    const fix = rewordFix(to ? `改成「${to}」` : '删去', texts, (text) =>
      rewriteTaboo(
        text,
        findTaboo(text, allowed).filter((one) => one.word === word),
      ),
    );
    const fixes = fix ? [fix] : [];
    return { ...at, kind: 'forbidden_word', message: `「${word}」${reason}，${advice}`, taboo_word: word, fixes };
  });
}

type Checked = { caption: Caption; layout: CaptionLayout; place: Place; texts: string[]; keepClear: Rect[] };

/** What can be done so that this is no problem any more; null when only a person can. */
function fixOf(kind: CaptionProblem['kind'], checked: Checked): ProblemFix | null {
  const { layout, place, texts, keepClear } = checked;
  const { style } = place.config.caption;
  switch (kind) {
    case 'covers':
    case 'unsafe': {
      const free = clearPosition(layout, { platform: place.config.picture.platform, keepClear });
      if (free?.kind !== 'free') return kind === 'unsafe' ? shrinkFix(checked) : null;
      const position = { kind: 'free' as const, x_percent: free.xPercent, y_percent: free.yPercent };
      return fixBy('挪开字幕', { config: { caption: { position } } });
    }
    case 'overflow':
      return shrinkFix(checked);
    case 'missing-glyph':
      return rewordFix('去掉这些字', texts, (text) =>
        layout.missing.reduce((now, character) => now.replaceAll(character, ''), text),
      );
    case 'borrowed-glyph':
      return fixBy(`全用${findFont(FALLBACK_FONT).name}`, {
        config: { caption: { style: { ...style, font_id: FALLBACK_FONT } } },
      });
    case 'too-fast':
      return slowFix(checked);
    default:
      return null;
  }
}

/** The largest size at which it fits. */
function shrinkFix({ caption, layout: { canvas }, place }: Checked): ProblemFix | null {
  const { caption: settings, picture } = place.config;
  for (let size = Math.floor(settings.style.size * 0.95); size >= SMALLEST_SIZE; size = Math.floor(size * 0.95)) {
    const style = { ...settings.style, size };
    const { overflows } = layoutCaption({ ...caption, style: toCaptionStyle(style) }, canvas, picture.platform);
    if (!overflows) return fixBy(`字号改为 ${size}`, { config: { caption: { style } } });
  }
  return null;
}

/** More time to read: a slower voice, or a longer shot where its length was set. What was typed has the times it has. */
function slowFix({ caption, place: { config, heard } }: Checked): ProblemFix | null {
  if (heard?.script.captions || config.caption.source === 'speech') return null;
  const times = readingSpeed(caption.text, caption.endSeconds - caption.startSeconds) / EASY_READING_SPEED;
  if (heard?.request) {
    const rate = Math.floor((config.voice.rate / times) * 20) / 20;
    return rate < SLOWEST_RATE ? null : fixBy(`语速改为 ${rate}`, { config: { voice: { rate } } });
  }
  const fixed_ms = Math.ceil((config.duration.fixed_ms * times) / 100) * 100;
  if (heard?.sha256 || config.duration.rule !== 'fixed' || fixed_ms > LONGEST_MS) return null;
  return fixBy(`时长改为 ${fixed_ms / 1000} 秒`, { config: { duration: { fixed_ms } } });
}

function shotSeconds({ config: { duration }, clip, heard }: Place): number {
  if (duration.rule === 'fixed') return duration.fixed_ms / 1000;
  return (duration.rule === 'narration' && lineSeconds(heard ?? undefined)) || ownSeconds(clip);
}

function checkLength({ pick, clip, shooting }: Place, seconds: number): Found[] {
  const { start_ms, end_ms } = clip.clip;
  if (clip.facts?.isStill) return [];
  const shown = (end_ms - start_ms) / 1000 / fillSpeed(clip.clip, seconds);
  if (shown > seconds - 0.1) return [];
  const message = `片段放慢后仍短 ${(seconds - shown).toFixed(1)} 秒，最后一帧会停住`;
  const at = { shooting_id: shooting?.shooting_id ?? null, script_id: pick.script_id, at_ms: end_ms };
  return [{ ...NOTHING, kind: 'short_clip', message, ...at, video_clip_id: pick.video_clip_id }];
}
