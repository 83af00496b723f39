import { lazily, requireNow } from '#text/lazy.ts';

const detect = lazily(() => (requireNow('tinyld/light') as typeof import('tinyld/light')).detect);

/** The language of a text as an ISO 639-1 code, '' when it has no letters. Script decides where it can. */
export function detectLanguage(text: string): string {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters === 0) return '';
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters * 0.1) return 'ja';
  if (count(/\p{Script=Hangul}/gu) > letters * 0.2) return 'ko';
  // One Chinese character says as much as several letters: 新款 iPhone is Chinese.
  if (count(/\p{Script=Han}/gu) * 3 > letters) return 'zh';
  return detect()(text) || 'en';
}
