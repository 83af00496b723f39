import type { Sheet } from '@mixreel/sheet';
import { readBrief } from '#poster/brief.ts';

/** What of a prompt stands on none of its posters: too long, too much, or of letters that no font has. */
export function unprinted(prompt: string, sheets: Sheet[]): string[] {
  const { headline, subtitle, kicker, offer, when, button, price, points, left_out } = readBrief(prompt);
  const said = sheets.map(({ layers }) => plain(layers.map(({ text }) => text?.text ?? '').join('')));
  return [headline, subtitle, kicker, offer, when, button, price?.amount ?? '', ...points, ...left_out].filter(
    (part) => !said.some((text) => text.includes(plain(part))),
  );
}

/** Without what lines are broken at. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
