import { INSTRUCTIONS, LOOK_ONLY } from '#poster/brief-words.ts';

const HAN = /\p{Script=Han}/u;
/** Longer than this, a name and what stands before or behind it are two things to say. */
const ONE_NAME = 16;

/** How wide a text is, in Chinese letters. */
export function widthOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 1 : 0.55), 0);
}

/** The parts of a text that stand by themselves, without what only says how it should look. */
export function phrasesOf(text: string): string[] {
  return text
    .split(/[\n，。；;！!？?、|｜:：【】〔〕（）()《》]|,(?!\d{3})|\.(?=\s|$)|\s[-–—]+\s/)
    .flatMap(partsOf)
    .map((part) => part.replace(/^\s*(?:\d+[.)、](?!\d)|[-–•·])\s*/, '').trim())
    .map((part) => part.replace(/^#(.+?)#?$/, '$1'))
    .map((part) => INSTRUCTIONS.reduce((left, words) => left.replace(words, '').trim(), part))
    .map((part) =>
      part
        .replace(/^(?:主题|内容|产品|商品|品牌|文案|活动|名称)[是为]?(?!.{0,2}$)/, '')
        .replace(/^.{0,8}(?:背景|风格|色调|配色|色系|质感|[红粉橙黄绿蓝紫黑白金]色)的/, '')
        .replace(/^的/, '')
        .trim(),
    )
    .filter((part) => part.length > 1 && /[\p{L}\p{N}]/u.test(part))
    .filter((part) => !LOOK_ONLY.test(part) && !/^[\d.]+$/.test(part) && !/^(?:vs\.?|pk)$/i.test(part))
    .filter((part) => !/^(?:主题|内容|产品|商品|品牌|文案|活动|名称|一?[杯件瓶盒袋个份])$/.test(part));
}

/** Chinese words apart stand by themselves; a name of letters belongs to the word beside it, and its letters together. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const before = parts.at(-1);
    if (before !== undefined && belongs(before, word)) parts[parts.length - 1] = `${before} ${word}`;
    else parts.push(word);
  }
  return parts;
}

function belongs(before: string, word: string): boolean {
  const [isHanBefore, isHan] = [HAN.test(before.at(-1) ?? ''), HAN.test(word[0] ?? '')];
  if (!isHanBefore && !isHan) return !HAN.test(before) || !/^\d/.test(word);
  if (isHanBefore && isHan) return false;
  if (widthOf(before) + widthOf(word) > ONE_NAME) return false;
  return isHan ? /^[A-Za-z]/.test(before) : /^[A-Za-z]/.test(word);
}
