import { counted, cutWords, numeral } from '@mixreel/ai';
import { kindOfWord } from './kinds.ts';
import {
  COLOUR_NAMES,
  COLOUR_WORDS,
  COUNTED_AS,
  DOING_WORDS,
  GARMENTS,
  NEAR_COLOURS,
  NEAR_THING_COLOURS,
  PEOPLE,
  REFUSED,
} from './lexicon.ts';
import { synonymsOf } from './synonyms.ts';
import type { PartKind, Spelling, Term } from './understand.ts';
import { gramsOf, guessLexeme, tagLexeme } from './words.ts';

/** What was read of a sentence as parts, and what is left of it for plain words. */
export type Parts = { terms: Term[]; rest: string };

const GUESS = 0.65;
const NUMBERS = '一二两三四五六七八九';
const MEASURES = '个位名只瓶辆顶杯条艘台头匹张把棵朵对件碗';
const COUNTED = new RegExp(`(好几|很多|许多|一群|几|多|[${NUMBERS}])([${MEASURES}])?([\\p{Script=Han}]{1,3})`, 'u');
const NOT = /(?:没有|没戴|没穿|不戴|不穿|不带|不要|不含|不是|没)([\p{Script=Han}a-z0-9]+?)(?:的|，|,|$|只有|只要)/u;
const EXCEPT = /除了([\p{Script=Han}]+?)(?:以外|之外)(?:的)?/u;
const FACE = /人脸|脸部|面部|脸蛋/;
const WORN = new RegExp(
  `(?:穿着?|戴着?|身穿)(${[...GARMENTS.keys()].toSorted((a, b) => b.length - a.length).join('|')})`,
);
const NOBODY = /(?:没有|没|不含|不要)人物?|无人|空无一人|空镜头?|空景/;
/** 一辆车也没有. */
const NONE_OF = new RegExp(`一?[${MEASURES}]?([\\p{Script=Han}]{1,3}?)[也都]没有的?`, 'u');
const PAIR = /一男一女|男女二人/;
/** What one character after a colour is a thing: 红车 is one, 蓝天 and 红包 are words of their own. */
const SHORT_THINGS = /^[车杯瓶碗门狗猫船鸟鞋伞椅]$/;
const ONLY = /(?:只有|只剩下?|仅有|仅剩|只见)$/;

/** Reads the parts that words alone do not tell: colours of things and clothes, numbers, doings, what must not be there. */
export function readParts(text: string): Parts {
  const terms: Term[] = [];
  let rest = text;
  const take = (found: string, by = ' ') => {
    rest = rest.replace(found, by);
  };
  if (NOBODY.test(rest)) {
    terms.push(partOf('negation', '没有人', [tagSpelling('person', '无人', 1)]), ...refusedTerms('手'));
    take(NOBODY.exec(rest)![0]);
  }
  // 不是红色的汽车: cars, but no red ones.
  const [other] = rest.includes('不是') ? readColoured(rest.slice(rest.indexOf('不是') + 2)) : [];
  if (other && rest.includes(`不是${other.said}`)) {
    terms.push({ ...other.term, is_refused: true });
    take(`不是${other.said}`, other.noun);
  }
  const not = EXCEPT.exec(rest) ?? NONE_OF.exec(rest) ?? NOT.exec(rest);
  const refused = not?.[1] ? refusedTerms(not[1]) : [];
  if (not && refused.length > 0) {
    terms.push(...refused);
    take(not[0]);
  }
  for (const part of readColoured(rest)) {
    terms.push(part.term);
    take(part.said, part.noun);
  }
  const pair = PAIR.exec(rest)?.[0];
  if (pair) {
    terms.push(countPeople(2, false, pair, pair).term);
    take(pair);
  }
  const count = readCount(rest);
  if (count) {
    terms.push(...count.terms);
    take(count.said, count.noun);
  }
  const face = FACE.exec(rest)?.[0];
  if (face) {
    const seen = ['女生', '男生', '小孩', '单人', '双人', '多人'].map((name) => tagSpelling('person', name, 0.8));
    terms.push(partOf('who', face, seen));
    take(face);
  }
  const worn = WORN.exec(rest);
  if (worn?.[1]) {
    terms.push(wornPart(worn[1]));
    take(worn[0]);
  }
  for (const [word, said] of DOING_WORDS) {
    if (!rest.includes(word)) continue;
    const spellings = Object.entries(said).flatMap(([name, weight]) => [
      tagSpelling('action', name, weight),
      guessSpelling('action', name, weight * GUESS),
    ]);
    // A hand that reaches into the picture is seen as a thing of its own.
    const hand = word.includes('拿') ? [tagSpelling('object', '手', 0.9)] : [];
    terms.push(partOf('action', word, [...spellings, ...hand, ...saidSpelling(word)]));
    // 骑自行车 needs a bicycle as well.
    take(word, /^骑(自行车|摩托车|马)$/.exec(word)?.[1]);
  }
  return { terms, rest };
}

/** 穿橙色衣服, 红帽子, 红色的汽车: a colour and what has it. */
function* readColoured(text: string): Generator<{ term: Term; said: string; noun: string }> {
  const colours = [...COLOUR_WORDS.keys()].toSorted((a, b) => b.length - a.length).join('|');
  const pattern = new RegExp(`(?:穿着?|戴着?|身穿|身着)?(${colours})的?([\\p{Script=Han}a-z]{1,6})`, 'gu');
  for (const [whole, word = '', after = ''] of text.matchAll(pattern)) {
    const colour = COLOUR_WORDS.get(word);
    if (!colour) continue;
    const garment = [...GARMENTS.keys()].find((name) => after.startsWith(name));
    const said = (noun: string) => whole.slice(0, whole.length - after.length + noun.length);
    if (garment) {
      yield { term: clothesPart(colour, garment), said: said(garment), noun: ' ' };
      continue;
    }
    const noun = cutWords(after).find((one) => one.trim() && kindOfWord(one) !== 'word');
    // 红 alone may begin another word, as 蓝 does of 蓝天: with 色, or before a longer word, it is a colour.
    const isShort = word.length === 1 && noun?.length === 1;
    if (!noun || !after.includes(noun) || (isShort && !SHORT_THINGS.test(noun))) continue;
    yield {
      term: colouredPart(colour, noun),
      said: whole.slice(0, whole.indexOf(after) + after.indexOf(noun) + noun.length),
      noun,
    };
  }
}

function clothesPart(colour: string, garment: string): Term {
  const names = GARMENTS.get(garment) ?? ['上衣'];
  const spellings = [colour, ...(NEAR_COLOURS[colour] ?? [])].flatMap((name, near) =>
    names.flatMap((worn, n) => {
      // Of another garment only what is sure counts: a guess of it is one doubt too many.
      const weight = (near === 0 ? 1 : 0.55) * (n === 0 ? 1 : 0.7);
      const own = [
        tagSpelling('clothes', `${name}${worn}`, weight),
        guessSpelling('clothes', `${name}${worn}`, weight * GUESS),
      ];
      return worn === '帽子' ? [...own, tagSpelling('object', `${name}帽子`, weight)] : own;
    }),
  );
  return partOf('clothes', `${colour}${garment}`, [...spellings, ...saidSpelling(`${colour}${garment}`)]);
}

/** 穿牛仔裤: a garment of any colour, or of the one that it mostly has. */
function wornPart(garment: string): Term {
  const names = GARMENTS.get(garment) ?? ['上衣'];
  const spellings = COLOUR_NAMES.flatMap((colour) => {
    const weight = garment === '牛仔裤' ? (colour === '蓝色' ? 0.9 : 0.2) : 0.4;
    return names.slice(0, 1).map((name) => tagSpelling('clothes', `${colour}${name}`, weight));
  });
  return partOf('clothes', garment, [...spellings, { word: garment, lexemes: [garment], weight: 1 }]);
}

function colouredPart(colour: string, noun: string): Term {
  const labels = [{ word: noun, weight: 1 }, ...synonymsOf(noun)];
  const spellings = [colour, ...(NEAR_THING_COLOURS[colour] ?? [])].flatMap((name, near) =>
    labels.flatMap(({ word, weight }) => {
      const worth = weight * (near === 0 ? 1 : 0.5);
      return [tagSpelling('object', `${name}${word}`, worth), guessSpelling('object', `${name}${word}`, worth * GUESS)];
    }),
  );
  const together: Spelling = { word: `${colour}${noun}`, lexemes: [tagLexeme(`colour:${colour}`), noun], weight: 0.45 };
  return partOf('thing', `${colour}${noun}`, [...spellings, together, ...saidSpelling(`${colour}${noun}`)]);
}

type Counted = { terms: Term[]; said: string; noun: string };

/** 三瓶水, 两个人, 好几个人, 只有一个瓶子. */
function readCount(text: string): Counted | null {
  const match = COUNTED.exec(text);
  if (!match) return null;
  const [whole, many = '', measure = '', after = ''] = match;
  const noun = PEOPLE.find((word) => after.startsWith(word)) ?? cutWords(after).find((one) => one.trim()) ?? '';
  const value = many === '二' ? 2 : NUMBERS.replace('二', '').indexOf(many) + 1;
  const isMany = !NUMBERS.includes(many);
  const said = whole.slice(0, whole.length - after.length + noun.length);
  if (PEOPLE.includes(noun)) {
    const people = countPeople(value, isMany, said, noun);
    return { ...people, terms: [people.term] };
  }
  const implied = COUNTED_AS[measure];
  const thing = implied ?? (kindOfWord(noun) === 'thing' ? noun : null);
  if (!measure || !thing || isMany) return null;
  // 三瓶水: what is looked for are bottles.
  const left = implied && kindOfWord(noun) === 'word' ? thing : noun;
  if (value > 1) return { terms: [partOf('count', said, countSpellings(value, thing))], said, noun: left };
  const isOnly = ONLY.test(text.slice(0, match.index));
  const more = [2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => countSpellings(n, thing));
  const refused = isOnly ? [{ ...partOf('negation', said, more), is_refused: true }] : [];
  return { terms: refused, said, noun: HELD_IN.has(measure) && noun !== thing ? `${noun} ${thing}` : left };
}

/** 一杯热饮 is a drink, and a cup. */
const HELD_IN = new Set('瓶杯碗');

function countSpellings(value: number, thing: string): Spelling[] {
  const labels = [{ word: thing, weight: 1 }, ...synonymsOf(thing)];
  // Up to version 3 everything was counted with 个.
  return labels.flatMap(({ word, weight }) =>
    [...new Set([counted(value, word), `${numeral(value)}个${word}`])].map((name) =>
      tagSpelling('count', name, weight),
    ),
  );
}

function countPeople(value: number, isMany: boolean, said: string, noun: string) {
  const names = ['', '单人', '双人', '多人'];
  const place = isMany ? 3 : Math.min(3, value);
  const exact = !isMany && value > 2 ? [tagSpelling('count', `${numeral(value)}个人`, 1)] : [];
  const spellings = [
    ...exact,
    tagSpelling('person', names[place]!, exact.length > 0 ? 0.75 : 1),
    guessSpelling('person', names[place]!, GUESS),
  ];
  return { term: partOf('count', said, spellings), said, noun: noun === '人' ? ' ' : noun };
}

/** What must not be there, if it is something that can be seen; 没有中间商 is none. */
function refusedTerms(text: string): Term[] {
  const coloured = [...readColoured(text)].map(({ term }) => term);
  if (coloured.length > 0) return coloured.map((term) => ({ ...term, is_refused: true }));
  return cutWords(text)
    .filter((word) => word.trim() && (kindOfWord(word) !== 'word' || GARMENTS.has(word) || REFUSED[word]))
    .map((word) => {
      const marks = REFUSED[word]?.map((name) => tagSpelling(...name, 1));
      if (marks) return { ...partOf('negation', word, marks), is_refused: true };
      const garments = GARMENTS.get(word) ?? [];
      const worn = garments.flatMap((name) =>
        COLOUR_NAMES.map((colour) => tagSpelling('clothes', `${colour}${name}`, 1)),
      );
      const others = synonymsOf(word).filter(({ weight }) => weight >= 0.7);
      const spellings = [{ word, weight: 1 }, ...others].map((one) => ({
        word: one.word,
        lexemes: [one.word],
        weight: 1,
      }));
      return { ...partOf('negation', word, [...spellings, ...worn]), is_refused: true };
    });
}

function partOf(kind: PartKind, label: string, spellings: Spelling[]): Term {
  return { word: label, kind, spellings };
}

function tagSpelling(tag_type: string, name: string, weight: number): Spelling {
  return { word: name, lexemes: [tagLexeme(`${tag_type}:${name}`)], weight };
}

function guessSpelling(tag_type: string, name: string, weight: number): Spelling {
  return { word: name, lexemes: [guessLexeme(`${tag_type}:${name}`)], weight };
}

/** The same words written in the picture or said. */
function saidSpelling(label: string): Spelling[] {
  const pairs = gramsOf(label).filter((gram) => Array.from(gram).length === 2);
  return pairs.length > 0 ? [{ word: label, lexemes: pairs.map((pair) => `~${pair}`), weight: 0.9 }] : [];
}
