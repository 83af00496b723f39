import { type Box, type ExportProblem, type MixConfig, RATIOS, resolveConfig } from '@mixreel/contract';
import {
  type CaptionLayout,
  type CaptionProblem,
  checkCaption,
  clearPosition,
  containSize,
  coverArea,
  FALLBACK_FONT,
  layoutCaption,
  type MediaFacts,
  type Rect,
} from '@mixreel/media';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { captionOf } from '#features/caption/cut-line.ts';
import { findForbidden } from '#features/caption/find-forbidden.ts';
import { type DocumentClip, clipProblem } from '#features/mix/document.ts';
import { checkLicence } from '#features/music/check-licence.ts';
import { findMusic } from '#features/music/music.queries.ts';
import { project } from '#features/project/project.tables.ts';
import type { Place } from './book.ts';
import { lineSeconds } from './build-plan.ts';
import type { MixState } from './choose.ts';
import { readFaces } from './faces.ts';
import { askPlanner } from './plan-thread.ts';
import { cuesOf, fillSpeed } from './shot.ts';

const MOST = 200;
const SMALLEST_SIZE = 24;
const NOTHING = { shooting_id: null, script_id: null, video_clip_id: null, fix: null } as const;
/** Everything that a viewer, a platform or a lawyer would stumble over, before anything is exported. */
export async function checkMix(app: Omit<App, 'queue'>, state: MixState): Promise<ExportProblem[]> {
  const { report } = await askPlanner<'limits'>({ kind: 'limits', plan: state.plan });
  const empty = report.limits.filter(({ kind }) => kind === 'empty' || kind === 'conflict');
  return [
    ...empty.map(({ kind, slotIds: [slot], sentence }) => ({
      ...NOTHING,
      kind,
      blocks: true,
      message: sentence,
      shooting_id: state.document.shootings.find((one) => one.shooting_id === slot)?.shooting_id ?? null,
    })),
    ...(await checkMusic(app, state)),
    ...checkClips(state),
    ...checkLines(state),
    ...(await checkCaptions(app, state)),
  ].slice(0, MOST);
}

async function checkMusic(app: Omit<App, 'queue'>, { document: { mix } }: MixState): Promise<ExportProblem[]> {
  const { music } = resolveConfig({ template: mix.template_config, project: mix.config });
  if (!music.music_id) return [];
  const found = await findMusic(app, mix.space_id, music.music_id);
  if (!found) return [{ ...NOTHING, kind: 'music', blocks: true, message: '所选的音乐已不在音乐库里，请重新选择' }];
  const [target] = await app.db
    .select({ platforms: project.target_platforms })
    .from(project)
    .where(eq(project.project_id, mix.project_id));
  const problem = checkLicence(found.licence, target?.platforms ?? []);
  return problem ? [{ ...NOTHING, kind: 'music', ...problem }] : [];
}

function checkClips({ document: { clips } }: MixState): ExportProblem[] {
  return clips.flatMap((one): ExportProblem[] => {
    const { video_clip_id, shooting_id } = one.clip;
    const at = { ...NOTHING, shooting_id, video_clip_id, blocks: false };
    const problem = clipProblem(one);
    if (problem) return [{ ...at, kind: 'clip', message: `「${one.material.material_name}」不会用到：${problem}` }];
    const consent = one.material.rights?.consent;
    if (consent !== 'missing') return [];
    return [{ ...at, kind: 'consent', blocks: true, message: `「${one.material.material_name}」里的人还没有同意出镜` }];
  });
}

function checkLines({ document: { shootings }, heard }: MixState): ExportProblem[] {
  return shootings.flatMap(({ shooting_id, scripts }) =>
    scripts.flatMap(({ script_id, text }): ExportProblem[] => {
      const at = { ...NOTHING, shooting_id, script_id };
      const said = heard.get(script_id);
      return [
        ...(said?.problem ? [{ ...at, kind: 'voice', blocks: true, message: said.problem }] : []),
        ...findForbidden(text).map(({ word, reason, suggestion }) => ({
          ...at,
          kind: 'forbidden_word',
          blocks: false,
          message: `「${word}」${reason}，建议改为${suggestion}`,
        })),
      ];
    }),
  );
}

async function checkCaptions({ db }: Pick<App, 'db'>, { document, heard }: MixState): Promise<ExportProblem[]> {
  const { mix, shootings, clips } = document;
  const faces = await readFaces(db, clips);
  const found: ExportProblem[] = [];
  for (const shooting of shootings) {
    const config = resolveConfig({
      template: mix.template_config,
      project: mix.config,
      shooting: shooting.config,
    });
    const screen = { canvas: RATIOS[config.picture.ratio], platform: config.picture.platform };
    const own = clips.filter(({ clip, ...one }) => clip.shooting_id === shooting.shooting_id && one.facts !== null);
    const facesOf = (clip: DocumentClip) =>
      (faces.get(clip.clip.video_clip_id) ?? []).map(({ box }) => onCanvas(box, clip, config, screen.canvas));
    // Moved away from one face, a caption must not land on that of another clip.
    const everybody = own.flatMap(facesOf);
    for (const { script_id } of shooting.scripts) {
      const said = heard.get(script_id) ?? null;
      const known = new Set<string>();
      for (const clip of own) {
        const { shooting_id } = shooting;
        const { video_clip_id } = clip.clip;
        const pick = { slot_id: shooting_id, video_clip_id, script_id };
        const place: Place = { pick, config, shooting, clip, heard: said };
        const seconds = shotSeconds(place);
        const keepClear = facesOf(clip);
        for (const cue of cuesOf(place, screen, seconds)) {
          const caption = captionOf(cue, config.caption, seconds);
          const layout = layoutCaption(caption, screen.canvas, screen.platform);
          for (const { kind, sentence } of checkCaption(caption, layout, { platform: screen.platform, keepClear })) {
            const isOfClip = kind === 'covers';
            const key = `${kind} ${cue.text} ${isOfClip ? video_clip_id : ''}`;
            // What is wrong with the words is said once, not for every clip that they stand on.
            if (known.has(key)) continue;
            known.add(key);
            const message = `“${cue.text.slice(0, 16)}”：${sentence}`;
            const at = { shooting_id, script_id, video_clip_id: isOfClip ? video_clip_id : null };
            found.push({
              kind,
              blocks: kind === 'missing-glyph',
              message,
              ...at,
              fix: fixOf(kind, layout, config, everybody),
            });
          }
        }
        found.push(...checkLength(place, seconds));
      }
    }
  }
  return found;
}

/** What can be set so that this is no problem any more. */
function fixOf(
  kind: CaptionProblem['kind'],
  layout: CaptionLayout,
  { caption: { style }, picture: { platform } }: MixConfig,
  keepClear: Rect[],
): ExportProblem['fix'] {
  if (kind === 'covers' || kind === 'unsafe') {
    const free = clearPosition(layout, { platform, keepClear });
    if (free?.kind !== 'free') return null;
    const position = { kind: 'free' as const, x_percent: free.xPercent, y_percent: free.yPercent };
    return { label: '挪开字幕', config: { caption: { position } } };
  }
  if (kind === 'overflow') {
    const size = Math.max(SMALLEST_SIZE, Math.round(style.size * 0.8));
    return { label: '缩小字号', config: { caption: { style: { ...style, size } } } };
  }
  if (kind === 'missing-glyph' && style.font_id !== FALLBACK_FONT) {
    return { label: '换成思源黑体', config: { caption: { style: { ...style, font_id: FALLBACK_FONT } } } };
  }
  return null;
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

/** Where a part of the source's picture ends up. */
function onCanvas(
  box: Box,
  { clip, facts }: DocumentClip,
  { picture }: MixConfig,
  canvas: { width: number; height: number },
): Rect {
  const video = (facts as MediaFacts).video;
  if (!video) return { x: 0, y: 0, width: 0, height: 0 };
  const size = { ...canvas, fps: 30 };
  const within = clip.crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const x = clip.is_mirrored ? 1 - box.x - box.width : box.x;
  if ((clip.fit ?? picture.fit) === 'cover') {
    const centre = { x: x + box.width / 2, y: box.y + box.height / 2 };
    return scaled({ ...box, x }, coverArea(video, size, within, centre), { x: 0, y: 0, ...canvas });
  }
  const { width, height } = containSize(video, size, within);
  const room = { x: (canvas.width - width) / 2, y: (canvas.height - height) / 2, width, height };
  return scaled({ ...box, x }, within, room);
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
