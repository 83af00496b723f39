import { filter } from '#ffmpeg/filter.ts';
import type { VideoFacts } from '#ffmpeg/probe.ts';

/** Filters that write down how to read the colours of a file that does not say; every filter behind goes by it. */
export function readingFilters({ guessedMatrix }: VideoFacts): string[] {
  return guessedMatrix ? [`setparams=colorspace=${guessedMatrix}`] : [];
}

/** What a scaler is told so that house colours come out of it. */
export const TO_HOUSE_COLOURS = { out_color_matrix: 'bt709', out_range: 'tv' };

/** The house colours, written onto frames that have them: BT.709 in TV range. */
export const HOUSE_COLOURS = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/**
 * Filters that may want red, green and blue, between pictures in house colours. Asked for nothing, ffmpeg up to 6 makes
 * BT.601 of what comes back from RGB, and a look or a layer would shift every colour.
 */
export function inHouseColours(filters: string[]): string[] {
  if (filters.length === 0) return [];
  return ['format=yuv420p', HOUSE_COLOURS, ...filters, filter('scale', TO_HOUSE_COLOURS), 'format=yuv420p'];
}
