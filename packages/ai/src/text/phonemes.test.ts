import { describe, expect, test } from 'vitest';
import alphabet from '#speech/kokoro-alphabet.json' with { type: 'json' };
import { readEnglish } from '#text/english.ts';
import { readMandarin } from '#text/mandarin.ts';
import { toPhonemes } from '#text/phonemes.ts';
import { listReadings } from '#text/readings.ts';
import { readSyllable, soundOf } from '#text/syllable.ts';

/** The sounds of pinyin, to compare with what a text gives. */
const sound = (pinyin: string) =>
  pinyin
    .split(' ')
    .map((syllable) => soundOf(readSyllable(syllable)!))
    .join('');
const read = (text: string) =>
  readMandarin(text)
    .map((word) => word.phonemes)
    .join('');

describe('readings', () => {
  // Tones as they are spoken, after sandhi.
  test.each([
    ['提前还款', 'ti2 qian2 huan2 kuan3'],
    ['还有优惠', 'hai2 you3 you1 hui4'],
    ['重量很重要', 'zhong4 liang4 hen3 zhong4 yao4'],
    ['重新开始', 'chong2 xin1 kai1 shi3'],
    ['银行排行', 'yin2 hang2 pai2 hang2'],
    ['孩子长高', 'hai2 zi5 zhang3 gao1'],
    ['长达三米', 'chang2 da2 san1 mi3'],
    ['值得买', 'zhi2 de5 mai3'],
    ['你得试试', 'ni2 dei3 shi4 shi5'],
    ['慢慢地倒水', 'man4 man4 de5 dao4 shui3'],
    ['睡着了', 'shui4 zhao2 le5'],
    ['便宜又方便', 'pian2 yi5 you4 fang1 bian4'],
    ['大夫推荐', 'dai4 fu5 tui1 jian4'],
    ['受不了', 'shou4 bu5 liao3'],
    ['专为敏感肌', 'zhuan1 wei4 min2 gan3 ji1'],
    ['成为会员', 'cheng2 wei2 hui4 yuan2'],
    ['洗发水护发', 'xi3 fa4 shui3 hu4 fa4'],
    ['今天发货', 'jin1 tian1 fa1 huo4'],
    ['有空间', 'you3 kong1 jian1'],
    ['不粘锅', 'bu4 zhan1 guo1'],
    ['裤子和电子表', 'ku4 zi5 he2 dian4 zi2 biao3'],
    ['当天达', 'dang4 tian1 da2'],
  ])('%s is %s', (text, pinyin) => {
    expect(read(text)).toBe(sound(pinyin));
  });

  test.each([
    ['一个', 'yi2 ge4'],
    ['一天', 'yi4 tian1'],
    ['第一名', 'di4 yi1 ming2'],
    ['十一月一号', 'shi2 yi1 yue4 yi1 hao4'],
    ['看一看', 'kan4 yi5 kan4'],
    ['不是', 'bu2 shi4'],
    ['不好', 'bu4 hao3'],
    ['好不好', 'hao3 bu5 hao3'],
    ['你好', 'ni2 hao3'],
    ['我想买', 'wo2 xiang2 mai3'],
    ['小老虎', 'xiao3 lao2 hu3'],
  ])('tones change in %s', (text, pinyin) => {
    expect(read(text)).toBe(sound(pinyin));
  });

  test('erhua colours the syllable before it, and 女儿 keeps both', () => {
    expect(read('好玩儿')).toBe(sound('hao3 wanr2'));
    expect(read('女儿')).toBe(sound('nv3 er2'));
  });

  test('every listed reading is pinyin, and has a syllable for each character', () => {
    for (const [word, pinyin] of listReadings()) {
      expect(pinyin.filter((syllable) => !readSyllable(syllable))).toEqual([]);
      expect(pinyin.length).toBe(word.includes('儿') && pinyin.length < word.length ? word.length - 1 : word.length);
    }
  });
});

describe('English inside Chinese', () => {
  test.each([
    ['USB', 'jˈu ˈɛs bˈi'],
    ['LED', 'ˈɛl ˈi dˈi'],
    ['iPhone', 'ˈIfˌOn'],
    ['MagSafe', 'mˈæɡsˈAf'],
    ['Nike', 'nˈIki'],
    ['OPPO', 'ˈOpO'],
    ['Vlog', 'vlˈɔɡ'],
    ["L'Oréal", 'lˈɔɹiæl'],
    ['hello', 'həlˈO'],
    ['sofa', 'sˈOfə'],
  ])('%s', (word, phonemes) => {
    expect(readEnglish(word)).toBe(phonemes);
  });

  test('a made-up name is guessed with a stressed vowel, and letters without vowels are spelled', () => {
    expect(readEnglish('Zorvique')).toMatch(/ˈ/);
    expect(readEnglish('Brandly')).toMatch(/^bɹˈænd/);
    expect(readEnglish('XKRT')).toBe('ˈɛks kˈA ˈɑɹ tˈi');
  });

  test('Type is said in the Mandarin way among Chinese words, and in the English way among its own', () => {
    expect(readEnglish('Type', { isAmongChinese: true })).toBe(sound('tai4 pu5'));
    expect(readEnglish('Type')).toBe('tˈIp');
  });
});

test('among Chinese words p, t and k get the breath that tells them from b, d and g', () => {
  expect(toPhonemes('支持Top').phonemes).toContain('tʰˈɑpʰ');
  expect(toPhonemes('Top').phonemes).toBe('tˈɑp');
});

test('words carry the positions of the written text, numbers and signs as one word', () => {
  const text = '到手价¥99.9，支持Type-C！';
  const { words } = toPhonemes(text);
  for (const word of words) expect(text.slice(word.from, word.to)).toBe(word.text);
  expect(words.map((word) => word.text)).toEqual(['到手价', '¥99.9', '，', '支持', 'Type', 'C', '！']);
});

test('a dictionary may give the pinyin of a word, in either way of writing it', () => {
  const plain = toPhonemes('朝阳').phonemes;
  for (const pinyin of ['zhao1 yang2', 'zhāo yáng']) {
    expect(toPhonemes('朝阳', { dictionary: [{ word: '朝阳', pinyin }] }).phonemes).toBe(sound('zhao1 yang2'));
  }
  expect(plain).not.toBe(sound('zhao1 yang2'));
});

test('only letters that the model knows come out, whatever goes in', () => {
  const text = '你好Ünïcødé ① ñandú 日本語カタカナ 한국어 привет ﷽ 𠮷野家 ~~~ 1️⃣ ㎡ <b>&amp;</b>';
  const letters = new Set(Object.keys(alphabet));
  const unknown = Array.from(toPhonemes(text).phonemes).filter((letter) => !letters.has(letter));
  expect(unknown).toEqual([]);
});
