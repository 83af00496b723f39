import type { Sight } from '#vision/sight.ts';

/** The kinds of tags a shot gets. */
export type ShotTagType =
  | 'object'
  | 'scene'
  | 'person'
  | 'shot_size'
  | 'colour'
  | 'light'
  | 'motion'
  | 'text'
  | 'quality';

/** `key` stays whatever the name becomes; `score` is how sure we are, 0 to 1. */
export type ShotTag = { tag_type: ShotTagType; key: string; name: string; score: number };

/** What was measured of a shot without any model. Values are 0 to 1; what is not known is left out. */
export type ShotMeasures = {
  motion?: number;
  brightness?: number;
  sharpness?: number;
  /** Main colours as `#rrggbb`, the largest first. */
  colours?: string[];
  orientation?: 'portrait' | 'landscape' | 'square';
  /** In seconds. */
  duration?: number;
  has_speech?: boolean;
};

/** What there is to say of a shot, from one to three pictures of it; `caption` is for people and for text vectors. */
export type ShotDescription = { tags: ShotTag[]; caption: string };

export function describeShot(sights: readonly Sight[], measures: ShotMeasures): ShotDescription {
  const people = Math.max(0, ...sights.map((sight) => sight.people));
  const name = people === 0 ? '无人' : people === 1 ? '单人' : people === 2 ? '双人' : '多人';
  const tags: ShotTag[] = [{ tag_type: 'person', key: `people_${Math.min(3, people)}`, name, score: 0.8 }];
  const best = new Map<string, ShotTag>();
  for (const { key, label, score } of sights.flatMap((sight) => sight.objects)) {
    if (key !== 'person' && score > (best.get(key)?.score ?? 0)) {
      best.set(key, { tag_type: 'object', key, name: label, score });
    }
  }
  tags.push(...best.values());
  if ((measures.motion ?? 1) < 0.05) tags.push({ tag_type: 'motion', key: 'still', name: '静止', score: 0.8 });
  return { tags, caption: tags.map((tag) => tag.name).join('，') };
}
