import type { Font } from '@mixreel/contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { addressOf } from '#lib/app-config.ts';
import { logProblem } from '#lib/log.ts';
import { useCall } from '#lib/use-call.ts';

const FRESH_MS = 3_600_000;

/** Fonts that were asked for: each file is fetched once a page, however many captions use it. */
const asked = new Set<string>();
const useLoaded = create<{ ready: ReadonlySet<string> }>(() => ({ ready: new Set() }));

/** The name under which the page knows a font of captions: its own, so that an installed one never stands in for it. */
export function familyOf(font_id: string): string {
  return `caption-${font_id}`;
}

/** Loads these fonts. True once all are here: text in another font would show a picture that is never burned. */
export function useCaptionFonts(font_ids: string[]): boolean {
  const fonts = useCall('caption.fonts', {}, { enabled: font_ids.length > 0, stale_ms: FRESH_MS });
  const ready = useLoaded((state) => state.ready);
  const wanted = font_ids.join(' ');
  const known = fonts.data?.fonts;
  useEffect(() => {
    for (const font of known ?? []) if (wanted.split(' ').includes(font.font_id)) void load(font);
  }, [known, wanted]);
  return font_ids.every((font_id) => ready.has(font_id));
}

async function load({ font_id, file_url }: Font): Promise<void> {
  if (asked.has(font_id)) return;
  asked.add(font_id);
  try {
    const face = new FontFace(familyOf(font_id), `url(${JSON.stringify(addressOf(file_url))})`);
    document.fonts.add(await face.load());
    useLoaded.setState(({ ready }) => ({ ready: new Set([...ready, font_id]) }));
  } catch (error) {
    // The next caption in this font tries again.
    asked.delete(font_id);
    logProblem(`font ${font_id}`, error);
  }
}
