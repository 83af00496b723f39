import type { Timeline } from '@mixreel/contract';

/** As the mix of the video does it: down before the first word, up again after more than a breath. */
const AHEAD_S = 0.14;
const DOWN_S = 0.02;
const HOLD_S = 0.35;
const UP_S = 0.85;

type Point = { seconds: number; volume: number };

/** How loud the music is when, as straight lines between points; none where nobody speaks. */
export function duckMusic({ voices, music, frames, fps }: Timeline): Point[] {
  const end = frames / fps;
  if (!music || music.duck_db === 0 || voices.length === 0) return [];
  const low = round(music.volume * 10 ** (-Math.abs(music.duck_db) / 20));
  const spans: { start: number; end: number }[] = [];
  for (const { start, seconds } of voices.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last && start - AHEAD_S <= last.end + UP_S) last.end = Math.max(last.end, start + seconds);
    else spans.push({ start, end: start + seconds });
  }
  const points = spans.flatMap((span): Point[] => [
    { seconds: span.start - AHEAD_S, volume: music.volume },
    { seconds: span.start + DOWN_S, volume: low },
    { seconds: span.end + HOLD_S, volume: low },
    { seconds: span.end + UP_S, volume: music.volume },
  ]);
  const inside = points.filter(({ seconds }) => seconds > 0 && seconds < end);
  return [{ seconds: 0, volume: volumeAt(points, 0) }, ...inside, { seconds: end, volume: volumeAt(points, end) }];
}

function volumeAt(points: Point[], seconds: number): number {
  const next = points.findIndex((point) => point.seconds >= seconds);
  const [before, after] = [points[next - 1], points[next]];
  if (!after) return points.at(-1)?.volume ?? 1;
  if (!before) return after.volume;
  const share = (seconds - before.seconds) / (after.seconds - before.seconds);
  return round(before.volume + (after.volume - before.volume) * share);
}

function round(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
