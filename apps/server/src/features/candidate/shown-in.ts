import type { BuiltVariant } from './book.ts';

/** The contents that a video shows. */
export function shownIn({ places, setting: { logo } }: BuiltVariant): string[] {
  return [...places.map(({ clip }) => clip.sha256), logo?.hash].filter((hash) => hash !== null && hash !== undefined);
}
