import { lazily, requireNow } from '#text/lazy.ts';

const convert = lazily(() => {
  const { Converter } = requireNow('opencc-js/t2cn') as typeof import('opencc-js/t2cn');
  return Converter({ from: 't', to: 'cn' });
});

/** Traditional characters as simplified ones. Keeps the length, so that positions stay what they were. */
export function toSimplified(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  const converted = convert()(text);
  if (converted.length === text.length) return converted;
  return Array.from(text, (char) => {
    const one = convert()(char);
    return one.length === char.length ? one : char;
  }).join('');
}
