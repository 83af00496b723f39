import { SCENE_ROWS, TOPICS } from '#vision/scene-table.ts';
import type { SeenScene } from '#vision/sight.ts';

/** Below these a tag is wrong too often: a subject sums up many classes, so it may be surer with less. */
const LEAST_ROW = 0.35;
const LEAST_TOPIC = 0.5;
const MOST_ROWS = 4;

const TOPIC_OF_CLASS: string[][] = [];
for (const { topics, classes } of SCENE_ROWS) {
  for (const each of classes) TOPIC_OF_CLASS[each] = [...new Set([...(TOPIC_OF_CLASS[each] ?? []), ...topics])];
}

/** Likelihoods from one view of a picture or the mean of several. */
export function toLikelihoods(views: Float32Array[]): Float32Array {
  const mean = new Float32Array(views[0]?.length ?? 0);
  for (const logits of views) {
    const most = logits.reduce((max, value) => Math.max(max, value), -Infinity);
    const powers = logits.map((value) => Math.exp(value - most));
    const sum = powers.reduce((total, value) => total + value, 0);
    for (const [i, power] of powers.entries()) mean[i]! += power / sum / views.length;
  }
  return mean;
}

/** How likely each subject is: the sum over the classes that speak for it. */
export function topicsOf(likelihoods: Float32Array): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [i, likelihood] of likelihoods.entries()) {
    for (const topic of TOPIC_OF_CLASS[i] ?? []) sums.set(topic, (sums.get(topic) ?? 0) + likelihood);
  }
  return sums;
}

/** Everyday words for a picture: `thing.` and `place.` keys stand for words of the table, `topic.` for subjects. */
export function nameScenes(likelihoods: Float32Array): SeenScene[] {
  const rows = SCENE_ROWS.map(({ key, label, kind, classes }) => ({
    key: `${kind}.${key}`,
    label,
    score: Math.min(
      1,
      classes.reduce((sum, each) => sum + likelihoods[each]!, 0),
    ),
  }));
  const sums = topicsOf(likelihoods);
  const topics = TOPICS.map(({ key, label }) => ({
    key: `topic.${key}`,
    label,
    score: Math.min(1, sums.get(key) ?? 0),
  }));
  return [
    ...rows
      .filter(({ score }) => score >= LEAST_ROW)
      .toSorted(byScore)
      .slice(0, MOST_ROWS),
    ...topics.filter(({ score }) => score >= LEAST_TOPIC).toSorted(byScore),
  ];
}

function byScore(a: SeenScene, b: SeenScene): number {
  return b.score - a.score;
}
