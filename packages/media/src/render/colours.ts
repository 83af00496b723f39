import type { VideoFacts } from '#ffmpeg/probe.ts';

/** Filters that write down how to read the colours of a file that does not say; every filter behind goes by it. */
export function readingFilters({ guessedMatrix }: VideoFacts): string[] {
  return guessedMatrix ? [`setparams=colorspace=${guessedMatrix}`] : [];
}

/** The house colours, written onto frames that have them: BT.709 in TV range. */
export const HOUSE_COLOURS = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';
