/**
 * Pinyin syllables in the alphabet that Kokoro was trained on: IPA with one arrow for the tone, written behind the
 * vowel that carries it. `0` in the table is the place of the arrow.
 */
const INITIALS: Record<string, string> = {
  b: 'p',
  p: 'pʰ',
  m: 'm',
  f: 'f',
  d: 't',
  t: 'tʰ',
  n: 'n',
  l: 'l',
  g: 'k',
  k: 'kʰ',
  h: 'x',
  j: 'ʨ',
  q: 'ʨʰ',
  x: 'ɕ',
  zh: 'ꭧ',
  ch: 'ꭧʰ',
  sh: 'ʂ',
  r: 'ɻ',
  z: 'ʦ',
  c: 'ʦʰ',
  s: 's',
};

const FINALS: Record<string, string> = {
  a: 'a0',
  ai: 'ai0',
  an: 'a0n',
  ang: 'a0ŋ',
  ao: 'au0',
  e: 'ɤ0',
  ei: 'ei0',
  en: 'ə0n',
  eng: 'ə0ŋ',
  er: 'ɚ0',
  i: 'i0',
  ia: 'ja0',
  ian: 'jɛ0n',
  iang: 'ja0ŋ',
  iao: 'jau0',
  ie: 'je0',
  in: 'i0n',
  ing: 'i0ŋ',
  iong: 'jʊ0ŋ',
  iu: 'jou0',
  io: 'jɔ0',
  iou: 'jou0',
  o: 'wo0',
  ong: 'ʊ0ŋ',
  ou: 'ou0',
  u: 'u0',
  ua: 'wa0',
  uai: 'wai0',
  uan: 'wa0n',
  uang: 'wa0ŋ',
  uei: 'wei0',
  ui: 'wei0',
  uen: 'wə0n',
  un: 'wə0n',
  ueng: 'wə0ŋ',
  uo: 'wo0',
  ü: 'y0',
  üan: 'ɥɛ0n',
  üe: 'ɥe0',
  ün: 'y0n',
};

/** Syllables that are not made of an initial and a final. */
const WHOLE: Record<string, string> = { o: 'ɔ0', ê: 'ɛ0', m: 'm0', n: 'n0', ng: 'ŋ0', hm: 'hm0', hng: 'hŋ0' };

const ARROWS = ['', '→', '↗', '↓', '↘', ''];

/** A syllable without its tone, the tone (5 is neutral), and whether an r is added to its end (一点儿 is yi4 dian3r). */
export type Syllable = { base: string; tone: number; isErhua?: boolean };

/** Reads `zhong1`, `zhōng`, `lv4`, `lu:4` or `lü4`; undefined when it is no pinyin. */
export function readSyllable(pinyin: string): Syllable | undefined {
  const plain = pinyin.toLowerCase().replaceAll('u:', 'ü').normalize('NFD').replaceAll('u\u0308', 'ü');
  const mark = ['\u0304', '\u0301', '\u030C', '\u0300'].findIndex((sign) => plain.includes(sign)) + 1;
  const letters = plain
    .replaceAll(/[\u0300\u0301\u0304\u030C]/g, '')
    .replaceAll('v', 'ü')
    .normalize('NFC');
  const match = /^([a-zêü]+?)([0-5])?$/.exec(letters);
  if (!match) return undefined;
  const tone = mark || Number(match[2] ?? 5) || 5;
  const base = match[1]!;
  if (spell(base) !== undefined) return { base, tone };
  const stem = base.endsWith('r') ? base.slice(0, -1) : '';
  return stem !== '' && spell(stem) !== undefined ? { base: stem, tone, isErhua: true } : undefined;
}

/** The phonemes of a syllable. */
export function soundOf({ base, tone, isErhua }: Syllable): string {
  const spelled = spell(base) ?? '';
  // With an r the tongue has no time for the ending: 玩儿 is war, 一会儿 huer.
  const final = isErhua ? `${spelled.replace(/(?<=0)[nŋ]$|i(?=0$)/, '')}ɻ` : spelled;
  return final.replace('0', ARROWS[tone] ?? '');
}

function spell(base: string): string | undefined {
  if (base in WHOLE) return WHOLE[base];
  const [initial, final] = split(base);
  if (final === 'i' && /^(zh|ch|sh|r|z|c|s)$/.test(initial)) return `${INITIALS[initial]}ɨ0`;
  const vowel = FINALS[final];
  return vowel === undefined ? undefined : (INITIALS[initial] ?? '') + vowel;
}

/** Undoes the spelling rules of pinyin: yi is i, you is iou, wu is u, and after j, q, x a u is ü. */
function split(base: string): [string, string] {
  if (base.startsWith('yu')) return ['', `ü${base.slice(2)}`];
  if (base.startsWith('yi')) return ['', base.slice(1)];
  if (base.startsWith('y')) return ['', `i${base.slice(1)}`];
  if (base.startsWith('wu')) return ['', base.slice(1)];
  if (base.startsWith('w')) return ['', `u${base.slice(1)}`];
  const initial = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcs])/.exec(base)?.[1] ?? '';
  const final = base.slice(initial.length);
  return [initial, /^[jqx]$/.test(initial) ? final.replace(/^u/, 'ü') : final];
}
