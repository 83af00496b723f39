import { type ClipPick, resolveConfig } from '@mixreel/contract';
import {
  type Combination,
  type DurationRule,
  FOOTER_SLOT,
  HEADER_SLOT,
  type MixPlan,
  type PlanClip,
} from '@mixreel/media';
import { type DocumentClip, type MixDocument, clipProblem } from '#features/mix/document.ts';
import type { Heard } from '#features/mix/narration.ts';

/** A mix as the planner takes it: usable clips, and how long each wording lasts. */
export function buildPlan({ mix, shootings, clips }: MixDocument, heard: Map<string, Heard>): MixPlan {
  const usable = clips.filter((clip) => clipProblem(clip) === null);
  const layers = { template: mix.template_config, project: mix.config };
  const { combine } = resolveConfig(layers);
  const inPool = (pool: 'header' | 'footer') => usable.filter(({ clip }) => clip.pool === pool).map(toPlanClip);
  const ids = new Set(usable.map(({ clip }) => clip.video_clip_id));
  return {
    shootings: shootings.map((shooting, n) => {
      const { duration } = resolveConfig({ ...layers, shooting: shooting.config });
      return {
        id: shooting.shooting_id,
        name: shooting.shooting_name || `镜头 ${n + 1}`,
        clips: usable.filter(({ clip }) => clip.shooting_id === shooting.shooting_id).map(toPlanClip),
        scripts: shooting.scripts.map(({ script_id }) => ({
          id: script_id,
          seconds: lineSeconds(heard.get(script_id)),
        })),
        duration: toRule(duration),
      };
    }),
    header: inPool('header'),
    footer: inPool('footer'),
    pinnedClipIds: usable.filter(({ clip }) => clip.is_pinned).map(({ clip }) => clip.video_clip_id),
    excludedClipIds: usable.filter(({ clip }) => clip.is_excluded).map(({ clip }) => clip.video_clip_id),
    forbiddenPairs: combine.forbidden_pairs.filter((pair) => pair.every((id) => ids.has(id))),
    maxSharePercent: combine.max_share_percent,
    allowRepeats: combine.allow_repeats,
  };
}

/** How long a shot lasts whose line this is; 0 where nobody speaks. */
export function lineSeconds(heard: Heard | undefined): number {
  return heard && heard.seconds > 0 ? heard.seconds + heard.pause_seconds : 0;
}

function toPlanClip({ clip, sha256 }: DocumentClip): PlanClip {
  return {
    id: clip.video_clip_id,
    content: sha256 ?? clip.material_id,
    startSeconds: clip.start_ms / 1000,
    endSeconds: clip.end_ms / 1000,
    speed: clip.speed,
  };
}

function toRule({ rule, fixed_ms }: { rule: 'narration' | 'clip' | 'fixed'; fixed_ms: number }): DurationRule {
  return rule === 'fixed' ? { rule, seconds: fixed_ms / 1000 } : { rule };
}

export function toCombination(picks: ClipPick[]): Combination {
  return picks.map(({ slot_id, video_clip_id, script_id }) => ({
    slotId: slot_id,
    clipId: video_clip_id,
    ...(script_id !== null && { scriptId: script_id }),
  }));
}

export function toPicks(combination: Combination): ClipPick[] {
  return combination.map(({ slotId, clipId, scriptId }) => ({
    slot_id: slotId,
    video_clip_id: clipId,
    script_id: scriptId ?? null,
  }));
}

/** Whether a place is the pool of openings or of endings. */
export function isPool(slot_id: string): boolean {
  return slot_id === HEADER_SLOT || slot_id === FOOTER_SLOT;
}
