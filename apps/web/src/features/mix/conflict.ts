import type { MixProject, Script, Shooting, VideoClip } from '@mixreel/contract';
import { mapClip, mapShooting, shootingOf, type Edit } from './edits.ts';
import { FIELD_NAMES } from './mix-words.ts';
import { findClip } from './slots.ts';

export type Settled = {
  /** The newest version taken over. */
  mix: MixProject;
  /** What of the edit touches nothing that the other one changed; null when nothing does. */
  rest: Edit | null;
  /** What both changed, in words; theirs stays. */
  lost: string[];
};

/**
 * Somebody else was first: `newest` is what the server has now of the thing that the edit is about, `mix` what it had
 * when the edit was made. Null when the answer is not about that thing.
 */
export function settleConflict(mix: MixProject, edit: Edit, newest: unknown): Settled | null {
  if (!newest || typeof newest !== 'object') return null;
  switch (edit.kind) {
    case 'rename': {
      const theirs = newest as MixProject;
      const isTaken = theirs.mproject_name === mix.mproject_name;
      return { mix: theirs, rest: isTaken ? edit : null, lost: isTaken ? [] : [FIELD_NAMES['mproject_name'] ?? ''] };
    }
    case 'template':
    case 'template_layer': {
      if (edit.kind === 'template' && edit.template.template_type === 'caption') {
        return settleConflict(mix, { kind: 'config', change: edit.template.config }, newest);
      }
      const theirs = newest as MixProject;
      const isTaken = theirs.template_name === mix.template_name;
      return { mix: theirs, rest: isTaken ? edit : null, lost: isTaken ? [] : [FIELD_NAMES['template'] ?? ''] };
    }
    case 'config': {
      const theirs = newest as MixProject;
      const { rest, lost } = settleConfig(mix.config, theirs.config, edit.change);
      return { mix: theirs, rest: rest && { ...edit, change: rest }, lost };
    }
    case 'shooting_config': {
      const before = shootingOf(mix, edit.shooting_id);
      const theirs = newest as Shooting;
      if (!before) return null;
      const { rest, lost } = settleConfig(before.config, theirs.config, edit.change);
      return { mix: takeShooting(mix, theirs), rest: rest && { ...edit, change: rest }, lost };
    }
    case 'shooting': {
      const before = shootingOf(mix, edit.shooting_id);
      return before ? settleShooting(mix, before, newest as Shooting, edit) : null;
    }
    case 'clip': {
      const before = findClip(mix, edit.video_clip_id);
      const theirs = newest as VideoClip;
      if (!before) return null;
      const { rest, lost } = settleFields(before, theirs, edit.change);
      const taken = mapClip(mix, edit.video_clip_id, () => theirs);
      return { mix: taken, rest: rest && { ...edit, change: rest }, lost };
    }
    default:
      return null;
  }
}

function settleShooting(
  mix: MixProject,
  before: Shooting,
  theirs: Shooting,
  edit: Extract<Edit, { kind: 'shooting' }>,
): Settled {
  const { scripts: mine, ...others } = edit.change;
  const { rest, lost } = settleFields(before, theirs, others);
  const change: typeof edit.change = { ...rest };
  if (mine) {
    const merged = mergeScripts(before.scripts, mine, theirs.scripts);
    if (!isSame(merged.scripts, theirs.scripts)) change.scripts = merged.scripts;
    lost.push(...merged.lost);
  }
  const hasRest = Object.keys(change).length > 0;
  return { mix: takeShooting(mix, theirs), rest: hasRest ? { ...edit, change } : null, lost };
}

/** Wordings are sent as a whole; taking one's own change back must not take back what somebody did to others since. */
export function spareOthers(mix: MixProject, back: Edit, done: Edit[]): Edit {
  if (back.kind !== 'shooting' || !back.change.scripts) return back;
  const before = done.find((one) => one.kind === 'shooting' && one.shooting_id === back.shooting_id);
  const base = before?.kind === 'shooting' ? before.change.scripts : undefined;
  const now = shootingOf(mix, back.shooting_id)?.scripts;
  if (!base || !now) return back;
  return { ...back, change: { ...back.change, scripts: mergeScripts(base, back.change.scripts, now).scripts } };
}

/** Wordings of three versions: what only one side changed, added or took away is kept; what both changed stays theirs. */
export function mergeScripts(base: Script[], mine: Script[], theirs: Script[]): { scripts: Script[]; lost: string[] } {
  const [inBase, inMine] = [byId(base), byId(mine)];
  const lost: string[] = [];
  const kept = theirs.flatMap((their) => {
    const before = inBase.get(their.script_id);
    const my = inMine.get(their.script_id);
    if (!my) return before && isSame(before, their) ? [] : [their];
    if (!before) return [their];
    const { rest, lost: fields } = settleFields(before, their, changedFields(before, my));
    lost.push(...fields);
    return [{ ...their, ...rest }];
  });
  const inTheirs = byId(theirs);
  const added = mine.filter(({ script_id }) => !inTheirs.has(script_id) && !inBase.has(script_id));
  const scripts = [...kept, ...added];
  return { scripts: scripts.length > 0 ? scripts : theirs, lost };
}

function settleConfig<C extends object>(before: object, theirs: object, change: C) {
  const groups: Record<string, object> = {};
  const lost: string[] = [];
  for (const [group, fields] of Object.entries(change) as [string, Record<string, unknown>][]) {
    const read = (config: object) => (config as Record<string, Record<string, unknown> | undefined>)[group] ?? {};
    const settled = settleFields(withEvery(read(before), fields), withEvery(read(theirs), fields), fields, group);
    if (settled.rest) groups[group] = settled.rest;
    lost.push(...settled.lost);
  }
  return { rest: Object.keys(groups).length > 0 ? (groups as C) : null, lost };
}

/** A field that is not set is inherited: null, as in changes. */
function withEvery(fields: Record<string, unknown>, wanted: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(wanted).map((field) => [field, fields[field] ?? null]));
}

function settleFields<T extends object, C extends object>(before: T, theirs: T, mine: C, group = '') {
  const rest: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const [field, value] of Object.entries(mine)) {
    const [was, is] = [before[field as keyof T], theirs[field as keyof T]];
    if (isSame(value, is)) continue;
    if (isSame(was, is)) rest[field] = value;
    else lost.push(FIELD_NAMES[group ? `${group}.${field}` : field] ?? FIELD_NAMES[group] ?? field);
  }
  return { rest: Object.keys(rest).length > 0 ? (rest as C) : null, lost };
}

function takeShooting(mix: MixProject, theirs: Shooting): MixProject {
  return mapShooting(mix, theirs.shooting_id, () => theirs);
}

function changedFields(before: Script, now: Script): Partial<Script> {
  const fields = Object.entries(now).filter(([field, value]) => !isSame(before[field as keyof Script], value));
  return Object.fromEntries(fields);
}

function byId(scripts: Script[]): Map<string, Script> {
  return new Map(scripts.map((script) => [script.script_id, script]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
