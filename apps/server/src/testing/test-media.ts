import type { Footage, testPicture, testSound } from '@mixreel/media/testing';

/** Tiny real media, made by ffmpeg when first asked for and kept for the next run; each answers the path of a file. */
export type TestMedia = {
  /** A moving picture with a tone, three seconds of 96×54 unless asked otherwise. */
  film(options?: Footage): Promise<string>;
  picture: typeof testPicture;
  sound: typeof testSound;
};

/** Loaded when used: most tests need no media, and looking for ffmpeg starts programs. */
export const testMedia: TestMedia = {
  film: async (options) => (await load()).testFootage(options),
  picture: async (options) => (await load()).testPicture(options),
  sound: async (options) => (await load()).testSound(options),
};

const load = () => import('@mixreel/media/testing');
