import { areaOf } from '#vision/boxes.ts';
import type { ShotTag } from '#vision/shot.ts';
import type { Sight } from '#vision/sight.ts';

const SURE = 0.5;

/** By the largest face against the short side of the picture; without a face by the largest figure. */
export function tagShotSize(sights: readonly Sight[], scenes: ShotTag[]): ShotTag[] {
  const faces = sights.flatMap((sight) =>
    sight.faces.map(({ box }) => (box.height * sight.height) / (Math.min(sight.width, sight.height) || 1)),
  );
  const face = Math.max(0, ...faces);
  if (face >= 0.42) return size('close_up', '特写', 0.9);
  if (face >= 0.22) return size('medium_close', '近景', 0.85);
  if (face >= 0.11) return size('medium', '中景', 0.8);
  if (face >= 0.05) return size('full', '全景', 0.7);
  const figures = sights.flatMap((sight) =>
    sight.objects.filter(({ key, score }) => key === 'person' && score >= SURE),
  );
  const figure = Math.max(0, face > 0 ? 0.3 : 0, ...figures.map(({ box }) => box.height));
  if (figure >= 0.9) return size('medium', '中景', 0.6);
  if (figure >= 0.4) return size('full', '全景', 0.7);
  if (figure > 0) return size('long', '远景', 0.7);
  const isView = scenes.some(({ key }) => ['sea', 'mountain', 'nature', 'building'].includes(key));
  // An arm that reaches in is no close-up of it.
  const things = sights.flatMap((sight) => sight.objects.filter(({ key }) => key !== 'person' && key !== 'hand'));
  const largest = Math.max(0, ...things.map(({ box }) => areaOf(box)));
  if (largest > (isView ? 0.6 : 0.3)) return size('close_up', '特写', 0.7);
  return isView ? size('long', '远景', 0.6) : [];
}

function size(key: string, name: string, score: number): ShotTag[] {
  return [{ tag_type: 'shot_size', key, name, score }];
}
