import {
  applyChange,
  applyTemplate,
  inverseChange,
  type MixConfigChange,
  type MixProject,
  type Shooting,
  type ShootingConfigChange,
  type Template,
  type TemplateLayer,
  type VideoClip,
} from '@mixreel/contract';
import type { InputOf } from '#lib/call.ts';
import { allClips, clipsIn, findClip, isPool, mapSlots, type SlotId, slotOf, slotsOf } from './slots.ts';

export type ClipChange = Partial<
  Pick<
    VideoClip,
    'start_ms' | 'end_ms' | 'speed' | 'volume' | 'fit' | 'crop' | 'is_mirrored' | 'is_pinned' | 'is_excluded' | 'note'
  >
>;
export type ShootingChange = Partial<Pick<Shooting, 'shooting_name' | 'scripts'>>;
export type AddedClip = InputOf<'clip.add'>['clips'][number];
export type ChosenTemplate = Pick<Template, 'template_id' | 'template_name' | 'template_type' | 'config'>;

/** Everything that can be done to a mix, as data: shown at once, sent, taken back and done again. */
export type Edit =
  | { kind: 'rename'; mproject_name: string }
  | { kind: 'template'; template: ChosenTemplate }
  /** What a template left behind: the template itself may be gone by the time this is undone. */
  | { kind: 'template_layer'; layer: TemplateLayer }
  | { kind: 'config'; change: MixConfigChange }
  | { kind: 'shooting'; shooting_id: string; change: ShootingChange }
  | { kind: 'shooting_config'; shooting_id: string; change: ShootingConfigChange }
  | { kind: 'add_shootings'; lines: string[]; position: number }
  | { kind: 'delete_shootings'; shooting_ids: string[] }
  /** `shown` is what they were, where that is known: it is there at once. */
  | { kind: 'restore_shootings'; shooting_ids: string[]; shown?: Shooting[] }
  | { kind: 'order'; shooting_ids: string[] }
  | { kind: 'gen_captions'; shooting_id: string; from: 'line' | 'speech'; script_id?: string; video_clip_id?: string }
  | { kind: 'gen_all_captions' }
  | { kind: 'add_clips'; slot_id: SlotId; position: number; clips: AddedClip[] }
  | { kind: 'clip'; video_clip_id: string; change: ClipChange }
  | { kind: 'split'; video_clip_id: string; at_ms: number }
  | { kind: 'move_clips'; video_clip_ids: string[]; slot_id: SlotId; position: number }
  | { kind: 'delete_clips'; video_clip_ids: string[] }
  | { kind: 'restore_clips'; video_clip_ids: string[]; shown?: VideoClip[] };

/** The mix as it will be. What only the server can make (new shootings, new clips) comes with its answer. */
export function applyEdit(mix: MixProject, edit: Edit): MixProject {
  switch (edit.kind) {
    case 'rename':
      return { ...mix, mproject_name: edit.mproject_name };
    case 'template':
      return applyTemplate(mix, edit.template);
    case 'template_layer':
      return { ...mix, ...edit.layer };
    case 'config':
      return { ...mix, config: applyChange(mix.config, edit.change) };
    case 'shooting':
      return mapShooting(mix, edit.shooting_id, (shooting) => ({ ...shooting, ...edit.change }));
    case 'shooting_config':
      return mapShooting(mix, edit.shooting_id, (shooting) => ({
        ...shooting,
        config: applyChange(shooting.config, edit.change),
      }));
    case 'delete_shootings':
      return { ...mix, shootings: mix.shootings.filter(({ shooting_id }) => !edit.shooting_ids.includes(shooting_id)) };
    case 'order':
      return { ...mix, shootings: inOrder(mix.shootings, edit.shooting_ids) };
    case 'clip':
      return mapClip(mix, edit.video_clip_id, (clip) => ({ ...clip, ...edit.change }));
    case 'move_clips':
      return moveClips(mix, edit);
    case 'delete_clips':
      return withoutClips(mix, edit.video_clip_ids);
    case 'restore_shootings':
      return takeShootings(mix, edit.shown ?? []);
    case 'restore_clips':
      return takeClips(mix, edit.shown ?? []);
    default:
      return mix;
  }
}

/** What takes an edit back, in the order to do it; undefined when that is known only after the server has answered. */
export function invertEdit(mix: MixProject, edit: Edit): Edit[] | undefined {
  switch (edit.kind) {
    case 'rename':
      return [{ kind: 'rename', mproject_name: mix.mproject_name }];
    case 'template':
      return edit.template.template_type === 'caption'
        ? [{ kind: 'config', change: inverseChange(mix.config, edit.template.config) }]
        : [layerOf(mix)];
    case 'template_layer':
      return [layerOf(mix)];
    case 'config':
      return [{ kind: 'config', change: inverseChange(mix.config, edit.change) }];
    case 'shooting': {
      const before = shootingOf(mix, edit.shooting_id);
      return before && [{ ...edit, change: pick(before, edit.change) }];
    }
    case 'shooting_config': {
      const before = shootingOf(mix, edit.shooting_id);
      return before && [{ ...edit, change: inverseChange(before.config, edit.change) as ShootingConfigChange }];
    }
    case 'gen_captions': {
      const before = shootingOf(mix, edit.shooting_id);
      const { shooting_id } = edit;
      // Whoever asks for captions gets them shown, also where there were none: that goes back too.
      const source = before?.config.caption?.source ?? null;
      return (
        before && [
          { kind: 'shooting', shooting_id, change: { scripts: before.scripts } },
          { kind: 'shooting_config', shooting_id, change: { caption: { source } } },
        ]
      );
    }
    case 'gen_all_captions':
      return mix.shootings.map(({ shooting_id, scripts }) => ({ kind: 'shooting', shooting_id, change: { scripts } }));
    case 'delete_shootings': {
      const shown = mix.shootings.filter(({ shooting_id }) => edit.shooting_ids.includes(shooting_id));
      return [{ ...edit, kind: 'restore_shootings', shown }];
    }
    case 'restore_shootings':
      return [{ kind: 'delete_shootings', shooting_ids: edit.shooting_ids }];
    case 'order':
      return [{ kind: 'order', shooting_ids: mix.shootings.map(({ shooting_id }) => shooting_id) }];
    case 'clip': {
      const before = findClip(mix, edit.video_clip_id);
      return before && [{ ...edit, change: pick(before, edit.change) }];
    }
    case 'move_clips':
      return formerPlaces(mix, edit.video_clip_ids);
    case 'delete_clips': {
      const shown = allClips(mix).filter(({ video_clip_id }) => edit.video_clip_ids.includes(video_clip_id));
      return [{ ...edit, kind: 'restore_clips', shown }];
    }
    case 'restore_clips':
      return [{ kind: 'delete_clips', video_clip_ids: edit.video_clip_ids }];
    default:
      return undefined;
  }
}

function layerOf({ template_name, template_config }: MixProject): Edit {
  return { kind: 'template_layer', layer: { template_name, template_config } };
}

/** Two changes of the same thing as one; null when they are about different things. */
export function combineEdits(first: Edit, then: Edit): Edit | null {
  if (first.kind === 'rename' && then.kind === 'rename') return then;
  if (first.kind === 'config' && then.kind === 'config') {
    return { kind: 'config', change: joinChanges(first.change, then.change) };
  }
  if (first.kind === 'shooting' && then.kind === 'shooting' && first.shooting_id === then.shooting_id) {
    return { ...then, change: { ...first.change, ...then.change } };
  }
  if (first.kind === 'shooting_config' && then.kind === 'shooting_config' && first.shooting_id === then.shooting_id) {
    return { ...then, change: joinChanges(first.change, then.change) };
  }
  if (first.kind === 'clip' && then.kind === 'clip' && first.video_clip_id === then.video_clip_id) {
    return { ...then, change: { ...first.change, ...then.change } };
  }
  return null;
}

export function shootingOf(mix: MixProject, shooting_id: string | null): Shooting | undefined {
  return mix.shootings.find((shooting) => shooting.shooting_id === shooting_id);
}

export function mapShooting(
  mix: MixProject,
  shooting_id: string,
  change: (shooting: Shooting) => Shooting,
): MixProject {
  const shootings = mix.shootings.map((one) => (one.shooting_id === shooting_id ? change(one) : one));
  return { ...mix, shootings };
}

export function mapClip(mix: MixProject, video_clip_id: string, change: (clip: VideoClip) => VideoClip): MixProject {
  return mapSlots(mix, (clips) =>
    clips.some((clip) => clip.video_clip_id === video_clip_id)
      ? clips.map((clip) => (clip.video_clip_id === video_clip_id ? change(clip) : clip))
      : clips,
  );
}

export function withoutClips(mix: MixProject, ids: string[]): MixProject {
  const gone = new Set(ids);
  return mapSlots(mix, (clips) =>
    clips.some(({ video_clip_id }) => gone.has(video_clip_id))
      ? clips.filter(({ video_clip_id }) => !gone.has(video_clip_id))
      : clips,
  );
}

function moveClips(
  mix: MixProject,
  { video_clip_ids, slot_id, position }: Extract<Edit, { kind: 'move_clips' }>,
): MixProject {
  const all = new Map(allClips(mix).map((clip) => [clip.video_clip_id, clip]));
  const pool: VideoClip['pool'] = isPool(slot_id) ? slot_id : 'shooting';
  const shooting_id = pool === 'shooting' ? slot_id : null;
  const moved = video_clip_ids.flatMap((id) => {
    const clip = all.get(id);
    return clip ? [{ ...clip, pool, shooting_id }] : [];
  });
  return mapSlots(withoutClips(mix, video_clip_ids), (clips, slot) =>
    slot === slot_id ? [...clips.slice(0, position), ...moved, ...clips.slice(position)] : clips,
  );
}

/**
 * Each place that loses a clip, or whose order changes, gets all it had in the order it had. Moving clips back one by one
 * would depend on where the others stand in between.
 */
function formerPlaces(mix: MixProject, ids: string[]): Edit[] {
  const slots = slotsOf(mix).filter((slot_id) =>
    clipsIn(mix, slot_id).some(({ video_clip_id }) => ids.includes(video_clip_id)),
  );
  return slots.map((slot_id) => ({
    kind: 'move_clips',
    video_clip_ids: clipsIn(mix, slot_id).map(({ video_clip_id }) => video_clip_id),
    slot_id,
    position: 0,
  }));
}

/** Those named first, in that order; what others have added meanwhile behind them. */
function inOrder(shootings: Shooting[], ids: string[]): Shooting[] {
  const byId = new Map(shootings.map((one) => [one.shooting_id, one]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  return [...named, ...shootings.filter(({ shooting_id }) => !ids.includes(shooting_id))];
}

/** The values that a thing has now for the fields of a change. */
function pick<T extends object, C extends Partial<T>>(thing: T, change: C): C {
  return Object.fromEntries(Object.keys(change).map((field) => [field, thing[field as keyof T]])) as C;
}

function joinChanges<T extends MixConfigChange | ShootingConfigChange>(first: T, then: T): T {
  const joined: Record<string, object | undefined> = { ...(first as Record<string, object>) };
  for (const [group, fields] of Object.entries(then)) joined[group] = { ...joined[group], ...fields };
  return joined as T;
}

/** Puts clips that the server told into their places: known ones are replaced, new ones go where their position says. */
export function takeClips(mix: MixProject, told: VideoClip[]): MixProject {
  const known = new Set(allClips(mix).map(({ video_clip_id }) => video_clip_id));
  const byId = new Map(told.map((clip) => [clip.video_clip_id, clip]));
  return mapSlots(mix, (clips, slot_id) => {
    const added = told.filter((clip) => !known.has(clip.video_clip_id) && slotOf(clip) === slot_id);
    const replaced = clips.some(({ video_clip_id }) => byId.has(video_clip_id));
    if (added.length === 0 && !replaced) return clips;
    const kept = clips.map((clip) => byId.get(clip.video_clip_id) ?? clip);
    return added.length === 0 ? kept : [...kept, ...added].toSorted((a, b) => a.position - b.position);
  });
}

/** Puts shootings that the server told into their places. */
export function takeShootings(mix: MixProject, told: Shooting[]): MixProject {
  const byId = new Map(told.map((shooting) => [shooting.shooting_id, shooting]));
  const known = new Set(mix.shootings.map(({ shooting_id }) => shooting_id));
  const kept = mix.shootings.map((shooting) => byId.get(shooting.shooting_id) ?? shooting);
  const added = told.filter(({ shooting_id }) => !known.has(shooting_id));
  const shootings = added.length === 0 ? kept : [...kept, ...added].toSorted((a, b) => a.position - b.position);
  return { ...mix, shootings };
}
