import { lazily, requireNow } from '#text/lazy.ts';
import { guessSounds } from '#text/letter-sounds.ts';

/** ARPAbet, in which the CMU dictionary is written, in Kokoro's letters. */
const SOUNDS: Record<string, string> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  ER: 'ɜɹ',
  EY: 'A',
  IH: 'ɪ',
  IY: 'i',
  OW: 'O',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'u',
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
};

/** Names of letters, as spelled out in USB or LED. */
const LETTERS: Record<string, string> = {
  a: 'EY1',
  b: 'B IY1',
  c: 'S IY1',
  d: 'D IY1',
  e: 'IY1',
  f: 'EH1 F',
  g: 'JH IY1',
  h: 'EY1 CH',
  i: 'AY1',
  j: 'JH EY1',
  k: 'K EY1',
  l: 'EH1 L',
  m: 'EH1 M',
  n: 'EH1 N',
  o: 'OW1',
  p: 'P IY1',
  q: 'K Y UW1',
  r: 'AA1 R',
  s: 'EH1 S',
  t: 'T IY1',
  u: 'Y UW1',
  v: 'V IY1',
  w: 'D AH1 B AH0 L Y UW0',
  x: 'EH1 K S',
  y: 'W AY1',
  z: 'Z IY1',
};

/** Names that no dictionary has and no rule would guess, in lower case without accents. */
const NAMES: Record<string, string> = {
  oppo: 'OW1 P OW0',
  vivo: 'V IY1 V OW0',
  huawei: 'HH W AA1 W EY0',
  xiaomi: 'SH AW1 M IY0',
  redmi: 'R EH1 D M IY0',
  loreal: 'L AO1 R IY0 AE0 L',
  lancome: 'L AA1 N K OW0 M',
  estee: 'EH1 S T EY0',
  lauder: 'L AO1 D ER0',
  dior: 'D IY0 AO1 R',
  chanel: 'SH AH0 N EH1 L',
  gucci: 'G UW1 CH IY0',
  hermes: 'EH1 R M EH0 Z',
  nike: 'N AY1 K IY0',
  adidas: 'AH0 D IY1 D AH0 S',
  uniqlo: 'Y UW1 N IH0 K L OW0',
  zara: 'Z AA1 R AH0',
  ikea: 'AY0 K IY1 AH0',
  vlog: 'V L AO1 G',
  vlogger: 'V L AO1 G ER0',
  tiktok: 'T IH1 K T AA2 K',
  iphone: 'AY1 F OW2 N',
  ipad: 'AY1 P AE2 D',
  imac: 'AY1 M AE2 K',
  ios: 'AY2 OW1 EH2 S',
  wifi: 'W AY1 F AY0',
  app: 'AE1 P',
  ok: 'OW1 K EY1',
  vip: 'V IY2 AY2 P IY1',
  pro: 'P R OW1',
  max: 'M AE1 K S',
  plus: 'P L AH1 S',
  ultra: 'AH1 L T R AH0',
  mini: 'M IH1 N IY0',
  emoji: 'IH0 M OW1 JH IY0',
  dyson: 'D AY1 S AH0 N',
  tesla: 'T EH1 S L AH0',
  byd: 'B IY1 W AY1 D IY1',
  sku: 'S K UW1',
  hello: 'HH AH0 L OW1',
  cc: 'S IY1 S IY1',
  pd: 'P IY1 D IY1',
  bb: 'B IY1 B IY1',
  diy: 'D IY1 AY1 W AY1',
  qq: 'K Y UW1 K Y UW1',
  kol: 'K EY1 OW1 EH1 L',
  gps: 'JH IY1 P IY1 EH1 S',
  spa: 'S P AA1',
  pos: 'P IY1 OW1 EH1 S',
  nfc: 'EH1 N EH1 F S IY1',
  tws: 'T IY1 D AH1 B AH0 L Y UW0 EH1 S',
  lululemon: 'L UW1 L UW0 L EH2 M AH0 N',
  fila: 'F IY1 L AH0',
  asics: 'EY1 S IH0 K S',
  sephora: 'S AH0 F AO1 R AH0',
  olay: 'OW1 L EY2',
  nivea: 'N IH1 V IY0 AH0',
  casio: 'K AE1 S IY0 OW2',
};

/**
 * Words said so often among Chinese ones that they have a Mandarin sound, in Kokoro's letters. Its Mandarin voices
 * swallow their ends when they are read as English: Type-C is heard as 派气.
 */
const AMONG_CHINESE: Record<string, string> = {
  type: 'tʰai↘pʰu',
};

const dictionary = lazily(
  () => (requireNow('cmu-pronouncing-dictionary') as typeof import('cmu-pronouncing-dictionary')).dictionary,
);

/**
 * How a word in Latin letters sounds: a known name, a dictionary word, an acronym, words written together, or a guess.
 *
 * Among Chinese words the letters p, t and k stand for the soft sounds of pinyin b, d and g: without a sign of
 * breath, Type is heard as 大 and Pro as Bro.
 */
export function readEnglish(word: string, { isAmongChinese = false } = {}): string {
  const usual = isAmongChinese ? AMONG_CHINESE[word.toLowerCase()] : undefined;
  if (usual) return usual;
  const phonemes = toKokoro(soundsOf(word));
  return isAmongChinese ? phonemes.replaceAll(/(?<!s)[ptk](?!s)/g, '$&ʰ') : phonemes;
}

/** Whether a dictionary has this word. */
export function isEnglishWord(word: string): boolean {
  return dictionary()[word.toLowerCase()] !== undefined;
}

function soundsOf(word: string): string {
  const plain = word.normalize('NFD').replaceAll(/[\u0300-\u036f'’]/g, '');
  const lower = plain.toLowerCase();
  const known = NAMES[lower];
  if (known) return known;
  const isCapitals = plain === plain.toUpperCase() && plain.length > 1;
  if (plain.length === 1 || (isCapitals && plain.length <= 3)) return spellOut(lower);
  const listed = dictionary()[word.toLowerCase().replaceAll('’', "'")] ?? dictionary()[lower];
  if (listed) return listed.replaceAll(/\s*#.*/g, '');
  if (isCapitals && (plain.length <= 4 || !/[aeiouy]/.test(lower))) return spellOut(lower);
  // MagSafe, AirPods, GoPro: the capitals show the words.
  const parts = plain.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  if (parts.length > 1) return parts.map(soundsOf).join(' ');
  if (!/[aeiouy]/.test(lower)) return spellOut(lower);
  return splitCompound(lower) ?? guessSounds(lower);
}

function spellOut(letters: string): string {
  return Array.from(letters, (letter) => LETTERS[letter] ?? '').join(' _ ');
}

/** Two dictionary words written as one, like powerbank; short ones would be found in everything. */
function splitCompound(word: string): string | undefined {
  for (let i = word.length - 3; i >= 3; i -= 1) {
    const [left, right] = [dictionary()[word.slice(0, i)], dictionary()[word.slice(i)]];
    if (left && right && Math.min(i, word.length - i) >= 4) return `${left} ${right.replaceAll('1', '2')}`;
  }
  return undefined;
}

/** Stress is written right before the vowel; without stress AH is a schwa and ER is short. */
function toKokoro(sounds: string): string {
  return sounds
    .split(' ')
    .map((sound) => {
      // Spelled letters are words of their own: without the gap SPF is heard as SBF.
      if (sound === '_') return ' ';
      const [, name = '', stress] = /^([A-Z]+)([012])?$/.exec(sound) ?? [];
      const letter = SOUNDS[name] ?? '';
      if (stress === '0') return name === 'AH' ? 'ə' : name === 'ER' ? 'əɹ' : letter;
      return (stress === '1' ? 'ˈ' : stress === '2' ? 'ˌ' : '') + letter;
    })
    .join('');
}
