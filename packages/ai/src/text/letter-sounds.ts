/** Spelling to sound for made-up names: the longest rule that fits decides. `[before]letters[after]`, ARPAbet. */
const RULES: [pattern: RegExp, sounds: string][] = [
  [/tion\b/y, 'SH AH0 N'],
  [/sion\b/y, 'ZH AH0 N'],
  [/ture\b/y, 'CH ER0'],
  [/ough/y, 'AO F'],
  [/augh/y, 'AO'],
  [/eigh/y, 'EY'],
  [/igh/y, 'AY'],
  [/tch/y, 'CH'],
  [/sch/y, 'SH'],
  [/dge/y, 'JH'],
  [/ch/y, 'CH'],
  [/sh/y, 'SH'],
  [/th/y, 'TH'],
  [/ph/y, 'F'],
  [/wh/y, 'W'],
  [/\bkn/y, 'N'],
  [/\bwr/y, 'R'],
  [/ck/y, 'K'],
  [/ng\b/y, 'NG'],
  [/nk/y, 'NG K'],
  [/qu/y, 'K W'],
  [/\bx/y, 'Z'],
  [/x/y, 'K S'],
  [/gh/y, 'G'],
  [/gn\b/y, 'N'],
  [/ee/y, 'IY'],
  [/ea/y, 'IY'],
  [/ai/y, 'EY'],
  [/ay/y, 'EY'],
  [/oa/y, 'OW'],
  [/oo/y, 'UW'],
  [/ou/y, 'AW'],
  [/ow\b/y, 'OW'],
  [/ow/y, 'AW'],
  [/oi|oy/y, 'OY'],
  [/au|aw/y, 'AO'],
  [/ew|eu/y, 'UW'],
  [/ie\b/y, 'IY'],
  [/ie/y, 'IY'],
  [/ei|ey\b/y, 'EY'],
  [/ue\b/y, 'UW'],
  [/ui/y, 'UW'],
  [/ar/y, 'AA R'],
  [/er\b/y, 'ER'],
  [/er|ir|ur/y, 'ER'],
  [/or/y, 'AO R'],
  [/eer/y, 'IH R'],
  [/air/y, 'EH R'],
  // A silent e at the end lengthens the vowel before one consonant.
  [/a(?=[bcdfgklmnpstvz]e\b)/y, 'EY'],
  [/i(?=[bcdfgklmnpstvz]e\b)/y, 'AY'],
  [/o(?=[bcdfgklmnpstvz]e\b)/y, 'OW'],
  [/u(?=[bcdfgklmnpstvz]e\b)/y, 'UW'],
  [/e(?=[bcdfgklmnpstvz]e\b)/y, 'IY'],
  [/(?<=[a-z]{2})e\b/y, ''],
  [/(?<=[^aeiou])y\b/y, 'IY'],
  [/\by/y, 'Y'],
  [/y/y, 'IH'],
  [/c(?=[eiy])/y, 'S'],
  [/g(?=[eiy])/y, 'JH'],
  [/o\b/y, 'OW'],
  [/a\b/y, 'AH'],
  [/i\b/y, 'IY'],
  [/u\b/y, 'UW'],
  [/le\b/y, 'AH0 L'],
  [/([bdfgklmnprstvz])\1/y, '='],
];

const LETTERS: Record<string, string> = {
  a: 'AE',
  b: 'B',
  c: 'K',
  d: 'D',
  e: 'EH',
  f: 'F',
  g: 'G',
  h: 'HH',
  i: 'IH',
  j: 'JH',
  k: 'K',
  l: 'L',
  m: 'M',
  n: 'N',
  o: 'AA',
  p: 'P',
  q: 'K',
  r: 'R',
  s: 'S',
  t: 'T',
  u: 'AH',
  v: 'V',
  w: 'W',
  x: 'K S',
  y: 'IY',
  z: 'Z',
};

const VOWEL = /^(AA|AE|AH|AO|AW|AY|EH|ER|EY|IH|IY|OW|OY|UH|UW)$/;

/** A guess at an unknown word in ARPAbet, with the stress on its first vowel, as English names mostly have it. */
export function guessSounds(word: string): string {
  const sounds: string[] = [];
  for (let at = 0; at < word.length;) {
    const found = RULES.find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(word);
    });
    if (found) {
      const length = found[0].lastIndex - at;
      sounds.push(...(found[1] === '=' ? (LETTERS[word[at]!] ?? '') : found[1]).split(' '));
      at += Math.max(1, length);
    } else {
      sounds.push(...(LETTERS[word[at]!] ?? '').split(' '));
      at += 1;
    }
  }
  let hasStress = false;
  return sounds
    .filter((sound) => sound !== '')
    .map((sound) => {
      if (!VOWEL.test(sound)) return sound;
      const stress = hasStress ? '0' : '1';
      hasStress = true;
      return sound + stress;
    })
    .join(' ');
}
