import {
  type ClipContent,
  clipsBySlot,
  type MixProject,
  mixRecordOf,
  type Narration,
  type Shooting,
  type ShootingContent,
  shootingsOf,
  type VideoClip,
} from '@mixreel/contract';
import type { State } from '@mixreel/document';
import { allClips } from '#features/mix/slots.ts';

/** What only the server can say of clips and lines, as it last did. */
export type Facts = {
  /** As it was read; what of it is edited is in the document. */
  mix: MixProject;
  /** Clips that were planned here and may not be in it yet. */
  planned: ReadonlyMap<string, VideoClip>;
};

/** Clips that nothing is known of yet, by place: what is put in elsewhere comes before what the server says of it. */
export function unknownClips(state: State, facts: Facts): Record<string, number> {
  const known = knownOf(facts.mix);
  const counts = Array.from(clipsBySlot(state), ([slot_id, clips]): [string, number] => [
    slot_id,
    clips.filter((clip) => !sourceOf(clip, facts, known)).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/**
 * The mix as pages show it: what people edit, and what the server says about it. A clip that it has said nothing of yet is
 * left out for so long. What has not changed stays the same
 * object, so that only what did is drawn again: `before` is what was shown last.
 */
export function composeMix(state: State, facts: Facts, before: MixProject | null): MixProject {
  const known = knownOf(facts.mix);
  const bySlot = clipsBySlot(state);
  const had = new Map(before?.shootings.map((one) => [one.shooting_id, one]));
  const clipsOf = (slot_id: string, last: VideoClip[] = []) =>
    kept(
      last,
      (bySlot.get(slot_id) ?? []).flatMap((clip, position) => {
        const source = sourceOf(clip, facts, known);
        return source ? [toClip(clip, position, source)] : [];
      }),
    );
  const shootings = shootingsOf(state).map((one, position) => {
    const last = had.get(one.shooting_id);
    const clips = clipsOf(one.shooting_id, last?.clips);
    const narrations = kept(
      last?.narrations ?? [],
      one.scripts.flatMap(({ script_id }) => known.narrations.get(script_id) ?? []),
    );
    return same(last, toShooting(one, position, { clips, narrations }, known.shootings.get(one.shooting_id)));
  });
  return {
    ...facts.mix,
    ...mixRecordOf(state),
    shootings: kept(before?.shootings ?? [], shootings),
    header: clipsOf('header', before?.header),
    footer: clipsOf('footer', before?.footer),
  };
}

type Known = {
  clips: Map<string, VideoClip>;
  materials: Map<string, VideoClip>;
  shootings: Map<string, Shooting>;
  narrations: Map<string, Narration>;
};

const knowns = new WeakMap<MixProject, Known>();

function knownOf(mix: MixProject): Known {
  const found = knowns.get(mix);
  if (found) return found;
  const all = allClips(mix);
  const made: Known = {
    clips: new Map(all.map((one) => [one.video_clip_id, one])),
    materials: new Map(all.map((one) => [one.material_id, one])),
    shootings: new Map(mix.shootings.map((one) => [one.shooting_id, one])),
    narrations: new Map(mix.shootings.flatMap((one) => one.narrations.map((said) => [said.script_id, said]))),
  };
  knowns.set(mix, made);
  return made;
}

/** What is known of the clip, or else of its material. */
function sourceOf(clip: ClipContent, { planned }: Facts, known: Known): VideoClip | undefined {
  const { video_clip_id, material_id } = clip;
  const own = known.clips.get(video_clip_id) ?? planned.get(video_clip_id);
  return own?.material_id === material_id ? own : known.materials.get(material_id);
}

/** What a clip was last shown as: of one that has not changed nothing is made anew. */
const shownClips = new WeakMap<ClipContent, { source: VideoClip; shown: VideoClip }>();

function toClip(content: ClipContent, position: number, source: VideoClip): VideoClip {
  const last = shownClips.get(content);
  if (last?.source === source && last.shown.position === position) return last.shown;
  const { rank: _rank, ...clip } = content;
  const { material_name, mproject_id, revision } = source;
  const shown = same(last?.shown, { ...source, ...clip, material_name, mproject_id, position, revision });
  shownClips.set(content, { source, shown });
  return shown;
}

function toShooting(
  { rank: _rank, ...shooting }: ShootingContent,
  position: number,
  more: Pick<Shooting, 'clips' | 'narrations'>,
  known: Shooting | undefined,
): Shooting {
  const { mproject_id = '', revision = 1 } = known ?? {};
  return { ...shooting, ...more, mproject_id, revision, position };
}

/** The one of before when every field of both is the same. */
function same<T extends object>(before: T | undefined, now: T): T {
  if (!before) return now;
  const keys = Object.keys(now) as (keyof T)[];
  const isSame = keys.length === Object.keys(before).length && keys.every((key) => isLike(before[key], now[key]));
  return isSame ? before : now;
}

function isLike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, n) => one === b[n]);
}

function kept<T>(before: T[], now: T[]): T[] {
  return isLike(before, now) ? before : now;
}
