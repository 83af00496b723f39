import {
  type LikenessSetting,
  type MixConfig,
  type PlannedVideo,
  resolveConfig,
  type VaryRule,
} from '@mixreel/contract';
import {
  type Combination,
  type DurationRule,
  FACTORS,
  FOOTER_SLOT,
  HEADER_SLOT,
  type MixPlan,
  type PlanClip,
  type PlanScript,
} from '@mixreel/media';
import { type ClipRow, type DocumentClip, type MixDocument, clipProblem } from '#features/mix/document.ts';
import { type Heard, heardKey } from '#features/mix/narration.ts';
import { recordingKey } from '#features/standard/past-videos.ts';
import { gapsOf, limitTo, ordersOf, saysOtherwise } from './arrange.ts';
import type { Factors } from './factors.ts';

/** A mix as the planner takes it: usable clips, what each wording says and how long it lasts, what may vary. */
export function buildPlan(
  { mix, shootings, clips }: MixDocument,
  heard: Map<string, Heard>,
  { voices, music, titles, paces, styles }: Factors,
  { weights }: Pick<LikenessSetting, 'weights'>,
): MixPlan {
  const usable = clips.filter((clip) => clipProblem(clip) === null);
  const layers = { template: mix.template_config, project: mix.config };
  const config = resolveConfig(layers);
  const { combine, vary } = config;
  const inPlace = (isThere: (clip: ClipRow) => boolean, own: MixConfig, rule: VaryRule, only: string[]) => {
    const there = usable.filter(({ clip }) => isThere(clip));
    const left = limitTo(
      there.map(({ clip }) => clip),
      rule,
      only,
    );
    return there.filter(({ clip }) => left.includes(clip)).map((clip) => toPlanClip(clip, own));
  };
  const inPool = (pool: 'header' | 'footer') =>
    inPlace((clip) => clip.pool === pool, config, vary[pool], vary[`${pool}_ids`]);
  const ids = new Set(usable.map(({ clip }) => clip.video_clip_id));
  return {
    shootings: shootings.map((shooting, n) => {
      const own = resolveConfig({ ...layers, shooting: shooting.config });
      const scripts = saysOtherwise(shooting.shooting_id, vary) ? shooting.scripts : shooting.scripts.slice(0, 1);
      const isHere = ({ shooting_id }: ClipRow) => shooting_id === shooting.shooting_id;
      return {
        id: shooting.shooting_id,
        name: shooting.shooting_name || `镜头 ${n + 1}`,
        clips: inPlace(isHere, own, n === 0 ? vary.opening : 'free', vary.opening_ids),
        scripts: scripts.map(({ script_id }) => ({
          ...toPlanScript(script_id, heard.get(script_id), own),
          spokenIn: voices.flatMap(({ id }, at) =>
            heard.get(heardKey(script_id, at === 0 ? undefined : id))?.sha256 ? id : [],
          ),
        })),
        duration: toRule(own.duration),
      };
    }),
    header: inPool('header'),
    footer: inPool('footer'),
    pinnedClipIds: usable.filter(({ clip }) => clip.is_pinned).map(({ clip }) => clip.video_clip_id),
    excludedClipIds: usable.filter(({ clip }) => clip.is_excluded).map(({ clip }) => clip.video_clip_id),
    forbiddenPairs: combine.forbidden_pairs.filter((pair) => pair.every((id) => ids.has(id))),
    voices,
    music,
    titles,
    paces,
    styles,
    orders: ordersOf(shootings, vary),
    gaps: gapsOf(shootings, vary),
    weights,
    maxSharePercent: combine.max_share_percent,
    allowRepeats: combine.allow_repeats,
  };
}

/** How long a shot lasts whose line this is; 0 where nobody speaks. */
export function lineSeconds(heard: Heard | undefined): number {
  return heard && heard.seconds > 0 ? Math.max(heard.least_seconds, heard.seconds + heard.pause_seconds) : 0;
}

/** What is said counts as text, and what is written where nobody speaks: as of finished videos. */
function toPlanScript(id: string, said: Heard | undefined, { caption, voice }: MixConfig): PlanScript {
  const spoken = said?.seconds ?? 0;
  const isRead = spoken > 0 || caption.source === 'line';
  const recording = said?.script.recording_material_id ?? null;
  return {
    id,
    seconds: lineSeconds(said),
    text: isRead ? (said?.script.text ?? '') : '',
    spokenSeconds: spoken,
    ...(recording !== null && { sound: recordingKey(said?.sha256 ?? recording) }),
    ...(recording === null && said?.has_own_voice && { sound: `${voice.voice_id}\n${said.script.text}` }),
  };
}

function toPlanClip({ clip, sha256, facts }: DocumentClip, { sound: { own_volume } }: MixConfig): PlanClip {
  const isLoud = own_volume === 'auto' || own_volume > 0;
  return {
    id: clip.video_clip_id,
    content: sha256 ?? clip.material_id,
    startSeconds: clip.start_ms / 1000,
    endSeconds: clip.end_ms / 1000,
    speed: clip.speed,
    isHeard: isLoud && clip.volume > 0 && (facts?.audio.length ?? 0) > 0,
  };
}

function toRule({ rule, fixed_ms }: { rule: 'narration' | 'clip' | 'fixed'; fixed_ms: number }): DurationRule {
  return rule === 'fixed' ? { rule, seconds: fixed_ms / 1000 } : { rule };
}

export function toCombination({ picks, factors }: PlannedVideo): Combination {
  return [
    ...picks.map(({ slot_id, video_clip_id, script_id }) => ({
      slotId: slot_id,
      clipId: video_clip_id,
      ...(script_id !== null && { scriptId: script_id }),
    })),
    ...Object.entries(factors).map(([slotId, clipId]) => ({ slotId, clipId })),
  ];
}

export function toVideo(combination: Combination): PlannedVideo {
  const places = combination.filter(({ slotId }) => !isFactor(slotId));
  const factors = combination.filter(({ slotId }) => isFactor(slotId));
  return {
    picks: places.map(({ slotId, clipId, scriptId }) => ({
      slot_id: slotId,
      video_clip_id: clipId,
      script_id: scriptId ?? null,
    })),
    factors: Object.fromEntries(factors.map(({ slotId, clipId }) => [slotId, clipId])),
  };
}

function isFactor(slotId: string): boolean {
  return (FACTORS as readonly string[]).includes(slotId);
}

/** Whether a place is the pool of openings or of endings. */
export function isPool(slot_id: string): boolean {
  return slot_id === HEADER_SLOT || slot_id === FOOTER_SLOT;
}
