import { z } from 'zod';

const HERE = 'http://site.invalid';

/**
 * An address inside this site as path, query and hash; null when a browser would go anywhere else with it. Browsers
 * read `\` as `/`, drop tabs and line breaks, and take `//host` for another site, also where dots lead there: so what
 * stands in front does not decide, but where the address ends up. With `site` (an origin) it may also stand in full.
 */
export function siteAddress(text: string | null | undefined, site: string = HERE): string | null {
  if (!text?.startsWith('/') && !text?.startsWith(`${site}/`)) return null;
  if (/[\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text, site)) return null;
  const { origin, pathname, search, hash } = new URL(text, site);
  return origin === site && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}

export const SiteAddress = z
  .string()
  .max(6000)
  .refine((text) => siteAddress(text) !== null, '应为本站的地址，以 / 开头');

/** Where a notice may lead: into this site, or openly to another one. */
export const PageLink = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (text) => siteAddress(text) !== null || (/^https:\/\/[^\\\p{Cc}\s]+$/iu.test(text) && URL.canParse(text)),
    '应为 https 地址或本站路径',
  );
