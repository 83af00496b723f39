/**
 * Storyboards: what the page's own thread does on a large one, what a video takes to become one, its paper, whether
 * numbers are heard as they were spoken, and a script's first row.
 */
import type { Bar } from './bar.ts';
import { measureBoard } from './story-grid.ts';
import { measureHeard } from './story-heard.ts';
import { measurePaper } from './story-paper.ts';
import { measureVideo } from './story-video.ts';
import { measureWriter } from './story-writer.ts';

export async function run(): Promise<Bar[]> {
  const parts = [measureBoard, measurePaper, measureHeard, measureVideo, measureWriter];
  const bars: Bar[] = [];
  for (const measure of parts) bars.push(...(await measure()));
  return bars;
}
