/** What a rule is about, and which law or rule of a platform stands behind it. */
export const TABOO_CATEGORIES = {
  absolute: { label: '绝对化用语', basis: '广告法第九条第三项' },
  state: { label: '借用国家名义', basis: '广告法第九条第一、二项' },
  medical: { label: '医疗功效', basis: '广告法第十六、十七条' },
  health: { label: '保健功效', basis: '广告法第十八条' },
  food: { label: '食品宣称疾病预防、治疗', basis: '食品安全法第七十三条' },
  infant: { label: '替代母乳', basis: '广告法第二十条' },
  cosmetic: { label: '化妆品宣称医疗或绝对功效', basis: '化妆品监督管理条例第三十七、四十三条' },
  finance: { label: '承诺收益或无风险', basis: '广告法第二十五条' },
  tax: { label: '违规涉税宣传', basis: '涉税专业服务管理办法、税收征收管理法' },
  education: { label: '承诺考试、升学效果', basis: '广告法第二十四条' },
  estate: { label: '房产升值承诺', basis: '广告法第二十六条' },
  promise: { label: '对效果或安全作断言、保证', basis: '广告法第十六、十八、二十八条' },
  proof: { label: '没有依据会构成虚假宣传', basis: '广告法第十一、二十八条' },
  rival: { label: '贬低同行', basis: '广告法第十三条' },
  price: { label: '容易构成价格欺诈', basis: '价格法第十四条、明码标价和禁止价格欺诈规定' },
  scarcity: { label: '虚假紧迫或虚假促销', basis: '规范促销行为暂行规定' },
  superstition: { label: '迷信内容', basis: '广告法第九条第八项' },
  vulgar: { label: '违法或低俗内容', basis: '广告法第九条第七、八项' },
  smoke: { label: '烟草、酒类禁止内容', basis: '广告法第二十二、二十三条' },
  offsite: { label: '站外导流', basis: '抖音、快手、小红书、视频号社区规范' },
  bait: { label: '诱导互动', basis: '抖音、快手、小红书、视频号社区规范' },
} as const;
export type TabooCategory = keyof typeof TABOO_CATEGORIES;
export const TABOO_KEYS = Object.keys(TABOO_CATEGORIES) as [TabooCategory, ...TabooCategory[]];

/** Something that may not be said. It is looked for in the plain text (see `plainOf`). */
export type TabooRule = {
  category: TabooCategory;
  find: RegExp;
  /** What may be said instead, made of what was found; empty to leave it out. */
  to: (found: RegExpExecArray, text: string) => string;
  /** What has to be proved or written beside it then. */
  note: string;
  /** It claims nothing where the text before it ends like this, or what follows begins like this. */
  before: RegExp | null;
  after: RegExp | null;
  /** The last say, where neither side alone decides. */
  isFine: ((found: RegExpExecArray, text: string) => boolean) | null;
  /** How far it goes on behind what the pattern found. */
  reach: ((found: RegExpExecArray, text: string) => number) | null;
  /** Two characters that only count where they are a word, not the end of one and the beginning of the next. */
  isWord: boolean;
};

type Context = { note?: string; before?: string; after?: string; isFine?: TabooRule['isFine'] };

/** Words, each with what may be said instead; what has to be proved stands behind it in brackets. */
export function words(category: TabooCategory, table: Record<string, string>, context: Context = {}): TabooRule[] {
  return Object.entries(table).map(([word, said]) => {
    const { to, note } = splitNote(said);
    const isWord = Array.from(word).length === 2 && /^\p{Script=Han}+$/u.test(word);
    return { ...rule(category, word, to, { ...context, note: note || (context.note ?? '') }), isWord };
  });
}

/** A pattern, with what may be said instead: `$1` is what its first group found. */
export function rule(
  category: TabooCategory,
  find: string,
  to: string | TabooRule['to'],
  { note = '', before, after, isFine = null }: Context = {},
): TabooRule {
  return {
    category,
    find: new RegExp(find, 'gu'),
    to: typeof to === 'string' ? (found) => to.replace(/\$(\d)/g, (_, n: string) => found[Number(n)] ?? '') : to,
    note,
    before: before ? new RegExp(`(?:${before})$`, 'u') : null,
    after: after ? new RegExp(`^(?:${after})`, 'u') : null,
    isFine,
    reach: null,
    isWord: false,
  };
}

function splitNote(said: string): { to: string; note: string } {
  const found = /^(.*?)(?:（(.*)）)?$/u.exec(said);
  return { to: found?.[1] ?? '', note: found?.[2] ?? '' };
}

/** What goes on for longer is no sentence, and would be gone through once more for each word that is found in it. */
export const SENTENCE_MAX = 300;

const ENDS = new Set('，。！？；：,!?;:\n');

/** The clause around a place of the text: what stands between two marks. */
export function clauseAt(text: string, at: number): string {
  const [first, last] = [Math.max(0, at - SENTENCE_MAX), Math.min(text.length, at + SENTENCE_MAX)];
  let from = at;
  let to = at;
  while (from > first && !ENDS.has(text.charAt(from - 1))) from -= 1;
  while (to < last && !ENDS.has(text.charAt(to))) to += 1;
  return text.slice(from, to);
}
