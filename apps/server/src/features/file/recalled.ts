import type { Recalled } from '@mixreel/media';
import { recent } from '#memory.ts';

/** What finished videos look and sound like, by their content: known of their parts, so that nobody has to read the file. */
export const recalledVideos = recent<Recalled>(1000);
