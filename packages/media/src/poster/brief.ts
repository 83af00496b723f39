import type { Colour } from '#captions/style.ts';

/** What a poster is for. */
const OCCASIONS = ['sale', 'new', 'versus', 'tutorial', 'festival', 'brand'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export type Style = 'plain' | 'cute' | 'tech' | 'chinese' | 'luxury';

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
  price: { sign: string; amount: string; unit: string } | null;
  old_price: string;
  /** What it is called there: 日常价. */
  old_label: string;
  /** 第二件半价, 满 200 减 30. */
  offer: string;
  /** Until when, since when. */
  when: string;
  button: string;
  versus: [string, string] | null;
};

const OCCASION_WORDS: [Occasion, RegExp][] = [
  ['versus', /对比|相比|\bvs\.?\b|\bPK\b|区别|之前之后|前后|哪个好|测评/i],
  ['tutorial', /教程|步骤|[一二三四五2-6]步|怎么|如何|指南|攻略|用法|做法|食谱|避坑|清单/],
  [
    'festival',
    /春节|新年|元旦|元宵|除夕|年货|端午|七夕|中秋|国庆|重阳|情人节|母亲节|父亲节|儿童节|妇女节|女神节|教师节|圣诞|感恩节|万圣|龙年|蛇年|马年|羊年|节日|团圆|贺岁/,
  ],
  [
    'sale',
    /促销|特价|折|半价|秒杀|优惠|直降|立减|满减|满\d+减|买.送|券|清仓|大促|双十[一二]|双1[12]|618|11\.11|12\.12|抢购|抢|福利|省|返场|降价|包邮|限时/,
  ],
  ['new', /新品|上新|首发|上市|全新|新款|发布|来了|升级/],
];

const STYLE_WORDS: [Style, RegExp][] = [
  ['cute', /可爱|萌|童趣|卡通|活泼|少女|甜美/],
  ['tech', /科技|未来|赛博|数码|智能/],
  ['chinese', /国潮|国风|中国风|古风|东方|水墨/],
  ['luxury', /高级|奢华|轻奢|质感|黑金|高端/],
  ['plain', /简约|极简|干净|清爽|北欧|ins|留白|日系|小清新|清新/i],
];

const COLOUR_WORDS: [RegExp, Colour][] = [
  [/大红|红色|中国红|喜庆红/, '#D7261E'],
  [/粉色|樱花粉/, '#F38BB0'],
  [/橙色|橘色/, '#F2782A'],
  [/黄色|明黄/, '#F4C430'],
  [/墨绿|绿色|薄荷绿/, '#2E9E6B'],
  [/天蓝|蓝色|湖蓝/, '#2A6FDB'],
  [/紫色/, '#7B4CC9'],
  [/黑色|黑金/, '#1C1C20'],
  [/咖啡色|棕色|焦糖色/, '#8A5A3B'],
  [/米色|奶油色|杏色/, '#E8D9BF'],
  [/金色/, '#C9A24A'],
];

/** Kickers of occasions: what is named in the prompt, as it is named there. */
const KICKER =
  /(?:双十一|双十二|双1[12]|618|11\.11|12\.12)(?:大促|狂欢节?|返场|预售|特惠)?|新品(?:上市|首发|发布|上新|预售)?|全新(?:上市|升级)|首发|上新|限时(?:特惠|秒杀|抢购|优惠|福利)?|大促|年货节|(?:春节|新年|元旦|元宵|除夕|端午|七夕|中秋|国庆|重阳|情人|母亲|父亲|儿童|女神|教师|圣诞|感恩)节?(?:快乐|安康|好礼|特惠|礼遇)?|[一二三四五2-6]步(?:教程|学会|搞定)?|(?:使用)?教程|攻略|指南/;

/** What a person says to whoever makes the picture, and not to whoever looks at it. */
const INSTRUCTIONS = [
  /^(?:请|麻烦)?(?:帮我|给我|为我|替我)?(?:来|做|画|生成|设计|制作|出|写)(?:一[张幅个份组]|[四4]张|几张|张)?/,
  /^(?:一[张幅个份]|几张)/,
  /(?:的)?(?:宣传|促销|新品|产品|商品|电商|节日|教程|活动|种草|对比)?(?:海报|主图|封面图|封面|宣传图|广告图|配图|头图|图片|画面)$/,
];
/** Phrases that say only how it should look. */
const LOOK_ONLY =
  /^(?:.{0,8}(?:风格|色调|配色|背景|构图|氛围|质感|光线|视角|景深|排版|字体|特写|留白|横版|竖版|方图|高清|写实|摄影)|(?:整体|画面|要求|需要|适合|用于|放在).{0,12}|(?:简约|极简|高级感?|国潮|国风|中国风|可爱|科技感?|清新|奢华|轻奢|红色|粉色|橙色|黄色|绿色|蓝色|紫色|黑色|白色|喜庆|热闹|干净|明亮)+的?)$/;

/** What only says what kind of poster it is: it stands above the headline. */
const GENERAL =
  /^(?:限时)?(?:促销|特价|活动|大促|新品|上新|教程|步骤|对比|测评|节日|优惠|特惠|推荐|种草|福利|秒杀|开业)(?:啦|季|日|周)?$/;

const PRICE =
  /(?:(?<label>现价|到手价?|券后价?|特价|活动价|首发价|售价|价格|只要|仅需|仅|低至)\s*[:：]?\s*)?(?<sign>[¥￥])?\s*(?<amount>\d+(?:\.\d{1,2})?)\s*(?<unit>(?:元|块钱?)(?:起|\/?[一]?[杯件瓶盒袋个包支斤份张台双套]|\/[^\s，。]{1,3})?)?/u;
const OLD_PRICE = /(原价|日常价|划线价|门市价|吊牌价)\s*[:：]?\s*[¥￥]?\s*(\d+(?:\.\d{1,2})?)\s*元?/;
const OFFER =
  /第[二2两]件(?:半价|[\d.]+[折元])|买[一二三1-9]送[一二三1-9]|满\s*\d+\s*元?\s*(?:减|送)\s*\d*\s*元?[^\s，。,]{0,4}|立减\s*\d+\s*元?|直降\s*\d+\s*元?|(?:全场|低至|限时)?\s*[\d.一二三四五六七八九]+\s*折起?|半价|下单(?:立)?[减送][^\s，。,]{1,8}/;
const WHEN =
  /(?:限时|仅限?|最后)\s*(?:\d+|[一二三四五六七八九十]+)\s*[天日小时]+|(?:即日起)?至?\s*\d{1,2}月\d{1,2}[日号]?(?:\s*[-–—~至到]\s*(?:\d{1,2}月)?\d{1,2}[日号]?)?(?:截止|开抢|开售)?|\d{1,2}[./]\d{1,2}\s*[-–—~至]\s*\d{1,2}[./]\d{1,2}|(?:今日|今晚|明天|本周[一二三四五六日末]?)[^，。,\s]{0,6}/;
const BUTTON = /(?:立即|马上|点击)(?:抢购|购买|下单|了解|领取|预约|体验|查看)|扫码(?:购买|了解|下单)|进店(?:选购|领券)/;
const FIELD = /(标题|主标题|副标题|价格|原价|卖点|按钮|时间|优惠|角标)\s*[:：]\s*([^\n；;]+)/g;

/** Little pictures, with what changes their looks; signs as ® are letters of the fonts. */
const PICTOGRAPH = /(?![©®™])\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F\u200D]*/gu;

/** Whether something of a prompt cannot be printed: the fonts have no such letters. */
export function hasPictographs(prompt: string): boolean {
  return prompt.search(PICTOGRAPH) >= 0;
}

/** Reads a prompt as a designer would: what is to be printed, and what only says how. */
export function readBrief(given: string): Brief {
  const prompt = given.replace(PICTOGRAPH, ' ').trim();
  const occasion = occasionOf(prompt);
  const style = STYLE_WORDS.find(([, words]) => words.test(prompt))?.[0] ?? null;
  const colour = COLOUR_WORDS.find(([words]) => words.test(prompt))?.[1] ?? null;
  const fields = new Map([...prompt.matchAll(FIELD)].map(([, name = '', value = '']) => [name, value.trim()]));
  const free = prompt.replace(FIELD, '\n');
  const quoted = [...free.matchAll(/[「“"『]([^」”"』]{2,40})[」”"』]/g)].map(([, words = '']) => words);
  const bare = free.replace(/[「“"『][^」”"』]{2,40}[」”"』]/g, '\n');

  const [, old_label = '', oldAmount = ''] = OLD_PRICE.exec(prompt) ?? [];
  const withoutOld = bare.replace(OLD_PRICE, ' ');
  const offer = fields.get('优惠') ?? OFFER.exec(withoutOld)?.[0].trim() ?? '';
  const withoutOffer = offer ? withoutOld.replace(offer, ' ') : withoutOld;
  const { price, said } = readPrice(fields.get('价格') ?? withoutOffer, fields.has('价格'));
  const withoutPrice = said ? withoutOffer.replace(said, ' ') : withoutOffer;
  const when = fields.get('时间') ?? WHEN.exec(withoutPrice)?.[0].trim() ?? '';
  const button = fields.get('按钮') ?? BUTTON.exec(prompt)?.[0] ?? '';
  const rest = [when, button].filter(Boolean).reduce((text, part) => text.replace(part, ' '), withoutPrice);
  const all = phrasesOf(rest);
  const general = all.length > 1 ? all.find((phrase) => GENERAL.test(phrase)) : undefined;
  const kicker = fields.get('角标') ?? KICKER.exec(rest)?.[0] ?? general ?? '';
  const versus = readVersus(rest);
  const phrases = all
    .map((phrase) => withoutKicker(phrase, kicker))
    .filter((phrase) => phrase.length > 1 && !GENERAL.test(phrase))
    .filter((phrase) => !versus?.some((side) => phrase.includes(side)));
  const [first = ''] = phrases;
  const headline =
    fields.get('标题') ??
    fields.get('主标题') ??
    quoted[0] ??
    (versus ? versus.join(' vs ') : first || kicker || offer || prompt.trim().slice(0, 16));
  const others = [...quoted.slice(1), ...phrases.filter((phrase) => phrase !== headline)];
  const points =
    fields
      .get('卖点')
      ?.split(/[、,，/|]/)
      .map((point) => point.trim()) ?? [];
  // What explains has no line below its headline: every phrase is a step.
  const isSteps = occasion === 'tutorial' && others.length > 1;
  const subtitle = fields.get('副标题') ?? (isSteps || (others[0]?.length ?? 99) > 24 ? '' : others[0]!);
  const left = others.filter((phrase) => phrase !== subtitle && phrase.length <= 18);
  return {
    occasion,
    style,
    colour,
    headline: headline.slice(0, 40),
    offer,
    when,
    button,
    versus,
    price,
    kicker: kicker === headline ? '' : kicker,
    subtitle: subtitle.slice(0, 40),
    points: [...points, ...left].filter(Boolean).slice(0, 6),
    old_price: fields.get('原价')?.replace(/[^\d.]/g, '') || oldAmount,
    old_label: old_label || '原价',
  };
}

/** What is said first is what it is about: a new thing may well have a price. */
function occasionOf(prompt: string): Occasion {
  const said = OCCASION_WORDS.flatMap(([occasion, words]) => {
    const at = prompt.search(words);
    return at < 0 ? [] : [{ occasion, at: occasion === 'versus' || occasion === 'tutorial' ? at - 12 : at }];
  });
  return said.toSorted((a, b) => a.at - b.at)[0]?.occasion ?? 'brand';
}

function readPrice(text: string, isField: boolean): { price: Brief['price']; said: string } {
  for (const match of text.matchAll(new RegExp(PRICE.source, 'gu'))) {
    const { label, sign, amount = '', unit } = match.groups ?? {};
    // A bare number is anything: a size, a year, a count.
    if (!isField && !sign && !unit && !label) continue;
    return { price: { sign: sign || !unit ? '¥' : '', amount, unit: unit ?? '' }, said: match[0] };
  }
  return { price: null, said: '' };
}

function readVersus(text: string): [string, string] | null {
  const [, a = '', b = ''] = /([^，。,\s:：]{1,12}?)\s*(?:vs\.?|VS|PK|对比|和)\s*([^，。,\s]{1,12})/.exec(text) ?? [];
  const isSaid = /vs\.?|VS|PK|对比/.test(text) && cleanSide(a).length > 1 && cleanSide(b).length > 1;
  if (isSaid) return [cleanSide(a), cleanSide(b)];
  return /前后对比|使用前后|之前之后|改造前后/.test(text) ? ['之前', '之后'] : null;
}

function cleanSide(side: string): string {
  return INSTRUCTIONS.reduce((left, words) => left.replace(words, ''), side).trim();
}

function phrasesOf(text: string): string[] {
  const parts = text.split(/[\n，。,；;！!？?、|｜:：]|(?<=[\p{Script=Han}\d])\s+|\s+(?=\p{Script=Han})/u);
  return parts
    .map((part) => part.replace(/^\s*(?:\d+[.)、]|[-•·])\s*/, '').trim())
    .map((part) => INSTRUCTIONS.reduce((left, words) => left.replace(words, '').trim(), part))
    .map((part) =>
      part
        .replace(/^(?:主题|内容|产品|商品|品牌|文案)[是为]?/, '')
        .replace(/^.{0,8}(?:背景|风格|色调|配色|色系|质感|[红粉橙黄绿蓝紫黑白金]色)的/, '')
        .replace(/^[的用以]/, '')
        .trim(),
    )
    .filter((part) => part.length > 1 && !LOOK_ONLY.test(part) && !/^\d+$/.test(part));
}

/** A phrase does not say again what stands above it, unless nothing else is left of it. */
function withoutKicker(phrase: string, kicker: string): string {
  if (!kicker || !phrase.includes(kicker)) return phrase;
  const left = phrase
    .replace(kicker, '')
    .replace(/^[的之：:]/, '')
    .trim();
  return left.length > 1 ? left : '';
}
