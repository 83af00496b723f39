import type { Colour } from '#captions/style.ts';
import { type Price, readOldPrice, readPrice } from '#poster/brief-price.ts';
import {
  BESIDE,
  BUTTON,
  COLOUR_WORDS,
  CONTACT,
  FIELD,
  GENERAL,
  INSTRUCTIONS,
  KICKER,
  type Occasion,
  OCCASION_WORDS,
  OFFER,
  STEP,
  type Style,
  STYLE_WORDS,
  WHEN,
} from '#poster/brief-words.ts';
import { phrasesOf, widthOf } from '#poster/phrases.ts';

/** What a prompt says, in the parts of a poster. Nothing is in it that the prompt does not say. */
export type Brief = {
  occasion: Occasion;
  style: Style | null;
  /** A colour that was asked for. */
  colour: Colour | null;
  /** What calls it: 新品上市, 双十一, 三步教程. */
  kicker: string;
  headline: string;
  subtitle: string;
  points: string[];
  price: Price | null;
  old_price: string;
  /** What it is called there: 日常价. */
  old_label: string;
  /** 第二件半价, 满 200 减 30. */
  offer: string;
  /** Until when, since when. */
  when: string;
  button: string;
  versus: [string, string] | null;
  /** What is too long or too much for a poster. */
  left_out: string[];
};

/** In Chinese letters. */
const HEADLINE_MOST = 40;
const SUBTITLE_MOST = 24;
const POINT_MOST = 18;
const POINTS_MOST = 6;

/** Little pictures, with what changes their looks; signs as ® are letters of the fonts. */
const PICTOGRAPH = /(?![©®™])\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F\u200D]*/gu;
const QUOTED = /[「“"『]([^」”"』]{2,40})[」”"』]/g;

/** Whether something of a prompt cannot be printed: the fonts have no such letters. */
export function hasPictographs(prompt: string): boolean {
  return prompt.search(PICTOGRAPH) >= 0;
}

/** Reads a prompt as a designer would: what is to be printed, and what only says how. */
export function readBrief(given: string): Brief {
  const prompt = given.replace(PICTOGRAPH, ' ').trim();
  const fields = new Map([...prompt.matchAll(FIELD)].map(([, name = '', value = '']) => [name, value.trim()]));
  const free = prompt.replace(FIELD, '\n');
  const quoted = [...free.matchAll(QUOTED)].map(([, words = '']) => words);
  const contacts = [...free.matchAll(CONTACT)].map(([said]) => said.trim());
  const bare = free.replace(QUOTED, '\n').replace(CONTACT, '\n');
  const before = readOldPrice(bare);
  const [offer, withoutOffer] = taken(before.rest, OFFER, fields.get('优惠'));
  const inField = fields.get('价格');
  const { price, rest: withoutPrice } = inField
    ? { ...readPrice(inField, true), rest: withoutOffer }
    : readPrice(withoutOffer);
  const [when, withoutWhen] = taken(withoutPrice, WHEN, fields.get('时间'));
  const [button, rest] = taken(withoutWhen, BUTTON, fields.get('按钮'));
  const { steps, others: unnumbered } = readSteps(rest);
  const all = phrasesOf(unnumbered);
  const general = all.length > 1 ? all.find((phrase) => GENERAL.test(phrase)) : undefined;
  const kicker = fields.get('角标') ?? KICKER.exec(unnumbered)?.[0] ?? general ?? '';
  const { sides, said: compared } = readVersus(unnumbered);
  const versus = sides;
  const phrases = (compared ? phrasesOf(unnumbered.replace(compared, '\n')) : all)
    .map((phrase) => withoutKicker(phrase, kicker))
    .filter((phrase) => phrase.length > 1 && !GENERAL.test(phrase))
    .filter((phrase) => !sides?.some((side) => phrase === side));
  const isBeforeAfter = sides !== null && sides[0].endsWith('前') && sides[1].endsWith('后');
  const main = phrases.find((phrase) => !BESIDE.test(phrase)) ?? '';
  const compares = sides && !(isBeforeAfter && main) ? sides.join(' vs ') : '';
  const headline =
    fields.get('标题') ??
    fields.get('主标题') ??
    quoted[0] ??
    (compares || main || kicker || offer || phrases[0] || steps[0] || prompt.slice(0, 16));
  const others = [...quoted.slice(1), ...phrases].filter((phrase) => phrase !== headline);
  const occasion = occasionOf(prompt);
  const points = listOf(fields.get('卖点'));
  // What explains has no line below its headline: every phrase is a step.
  const isSteps = steps.length === 0 && occasion === 'tutorial' && others.length > 1;
  const second = others.find((phrase) => !BESIDE.test(phrase) || others.length === 1);
  const subtitle = fields.get('副标题') ?? (isSteps || widthOf(second ?? '') > SUBTITLE_MOST ? '' : (second ?? ''));
  const left = [...contacts, ...others.filter((phrase) => phrase !== subtitle)];
  const short = [...points, ...steps, ...left].filter((phrase) => widthOf(phrase) <= POINT_MOST);
  const [title, tooMuch] = shortened(headline);
  return {
    occasion,
    style: STYLE_WORDS.find(([, words]) => words.test(prompt))?.[0] ?? null,
    colour: COLOUR_WORDS.find(([words]) => words.test(prompt))?.[1] ?? null,
    headline: title,
    offer: offer === headline ? '' : offer,
    when,
    button,
    versus,
    price,
    kicker: kicker === headline ? '' : kicker,
    subtitle: subtitle.slice(0, 2 * SUBTITLE_MOST),
    points: short.slice(0, POINTS_MOST),
    old_price: fields.get('原价')?.replace(/[^\d.,]/g, '') || before.amount,
    old_label: before.label || '原价',
    left_out: [tooMuch, ...left.filter((phrase) => widthOf(phrase) > POINT_MOST), ...short.slice(POINTS_MOST)].filter(
      Boolean,
    ),
  };
}

/** What a pattern finds, or what stands in a field of its own; and the rest. */
function taken(text: string, pattern: RegExp, field: string | undefined): [said: string, rest: string] {
  if (field !== undefined) return [field, text];
  const said = pattern.exec(text)?.[0] ?? '';
  return [said.trim(), said ? text.replace(said, '\n') : text];
}

function listOf(field = ''): string[] {
  return field
    .split(/[、,，/|]/)
    .map((point) => point.trim())
    .filter(Boolean);
}

/** What is said first is what it is about: a new thing may well have a price. */
function occasionOf(prompt: string): Occasion {
  const said = OCCASION_WORDS.flatMap(([occasion, words]) => {
    const at = prompt.search(words);
    return at < 0 ? [] : [{ occasion, at: occasion === 'versus' || occasion === 'tutorial' ? at - 12 : at }];
  });
  return said.toSorted((a, b) => a.at - b.at)[0]?.occasion ?? 'brand';
}

/** Steps that somebody has counted are those of the poster; one alone is a number before something. */
function readSteps(text: string): { steps: string[]; others: string } {
  const steps = [...text.matchAll(STEP)].map(([, said = '']) => said.trim());
  return steps.length > 1 ? { steps, others: text.replaceAll(STEP, '\n') } : { steps: [], others: text };
}

type Versus = { sides: [string, string] | null; said: string };

function readVersus(text: string): Versus {
  const [both = '', what = ''] = /([^\s，。,：:]{0,4}?)(?:前后对比|之前之后|前后)/.exec(text) ?? [];
  if (both) return { sides: what ? [`${what}前`, `${what}后`] : ['之前', '之后'], said: both };
  const [said = '', a = '', b = ''] =
    /([^\s，。,：:]{1,12}?)[和与跟]([^\s，。,：:]{1,12}?)的?(?:对比|区别|PK)/i.exec(text) ??
    /([^，。,\n:：]{1,16}?)\s*(?:\bvs\.?|PK|对比)\s*([^，。,\n:：?？!！]{1,16})/i.exec(text) ??
    [];
  const sides = [cleanSide(a), cleanSide(b)] as const;
  return sides.every((side) => side !== '') && a ? { sides: [...sides], said } : { sides: null, said: '' };
}

function cleanSide(side: string): string {
  return INSTRUCTIONS.reduce((left, words) => left.replace(words, ''), side)
    .trim()
    .slice(0, 12);
}

/** A phrase does not say again what stands above it, unless nothing else is left of it. */
function withoutKicker(phrase: string, kicker: string): string {
  // Inside a phrase it is a part of what that says.
  if (!kicker || !(phrase.startsWith(kicker) || phrase.endsWith(kicker))) return phrase;
  const left = (phrase.startsWith(kicker) ? phrase.slice(kicker.length) : phrase.slice(0, -kicker.length))
    .replace(/^[的之：:]/, '')
    .trim();
  return left.length > 1 ? left : '';
}

/** A headline as long as one may be, and what it does not say any more. */
function shortened(headline: string): [said: string, rest: string] {
  if (widthOf(headline) <= HEADLINE_MOST) return [headline, ''];
  let said = '';
  for (const letter of headline) {
    if (widthOf(said + letter) > HEADLINE_MOST) break;
    said += letter;
  }
  // Not in the middle of a word of letters.
  const end = /[A-Za-z]$/.test(said) && said.includes(' ') ? said.lastIndexOf(' ') : said.length;
  return [headline.slice(0, end).trim(), headline.slice(end).trim()];
}
