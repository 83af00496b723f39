import { nameColour } from '#vision/colour-names.ts';
import type { ShotMeasures, ShotTag } from '#vision/shot.ts';

export function tagColours({ colours = [] }: ShotMeasures): ShotTag[] {
  const named = colours.flatMap((hex) => nameColour(hex) ?? []);
  const tags = named.slice(0, 3).map(({ key, name }, i): ShotTag => ({
    tag_type: 'colour',
    key,
    name,
    score: 0.9 - 0.15 * i,
  }));
  const moods = named.map(({ mood }) => mood);
  const count = (mood: string) => moods.filter((each) => each === mood).length;
  if (count('warm') > count('cold')) tags.push({ tag_type: 'colour', key: 'warm', name: '暖色', score: 0.7 });
  if (count('cold') > count('warm')) tags.push({ tag_type: 'colour', key: 'cold', name: '冷色', score: 0.7 });
  if (named.length > 1 && count('none') === named.length) {
    tags.push({ tag_type: 'colour', key: 'neutral', name: '黑白灰', score: 0.7 });
  }
  return tags.filter(({ key }, i) => tags.findIndex((other) => other.key === key) === i);
}

export function tagLight(scenes: ShotTag[], { brightness }: ShotMeasures): ShotTag[] {
  if (brightness === undefined) return [];
  const has = (key: string) => scenes.some((tag) => tag.key === key);
  const tags: ShotTag[] = [];
  if (brightness >= 150) tags.push({ tag_type: 'light', key: 'bright', name: '明亮', score: 0.8 });
  if (brightness < 60) tags.push({ tag_type: 'light', key: 'dark', name: '昏暗', score: 0.8 });
  if (has('night')) tags.push({ tag_type: 'light', key: 'night', name: '夜景', score: 0.7 });
  else if (has('outdoor') && brightness >= 90) tags.push({ tag_type: 'light', key: 'day', name: '白天', score: 0.8 });
  return tags;
}

export function tagMotion({ motion }: ShotMeasures): ShotTag[] {
  if (motion === undefined) return [];
  if (motion < 0.6) return [{ tag_type: 'motion', key: 'still', name: '静止', score: 0.8 }];
  if (motion < 4) return [{ tag_type: 'motion', key: 'slow', name: '缓慢', score: 0.7 }];
  return [{ tag_type: 'motion', key: 'lively', name: '动感', score: 0.8 }];
}

export function tagQuality({ sharpness }: ShotMeasures): ShotTag[] {
  if (sharpness === undefined) return [];
  if (sharpness < 30) return [{ tag_type: 'quality', key: 'blurred', name: '模糊', score: 0.8 }];
  return sharpness >= 120 ? [{ tag_type: 'quality', key: 'sharp', name: '清晰', score: 0.8 }] : [];
}
