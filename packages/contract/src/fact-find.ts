import { quantitiesIn } from './fact-quantity.ts';
import { type Fact, type FactKind, FACTS_MAX } from './fact.ts';

type Place = { file?: string; page?: number | null };

const NAMED = /^(?:品牌|品名|名称|产品名称?|商品名称?|商品|产品|型号|系列|品类|公司)\s*[:：]\s*(.{1,40}?)\s*$/u;
/** What a sheet states of the product and an advertisement could turn round. */
const STATED =
  /不含.{1,8}|无(?:添加|糖|香精|酒精)|不添加.{1,8}|零添加|0\s*(?:糖|脂|卡|添加)|通过.{0,12}(?:认证|检测)|获得?.{0,12}(?:认证|专利|奖)|支持.{1,12}|采用.{1,16}|适合.{1,12}|适用.{1,12}|可(?:机洗|水洗|微波|冷藏)|产自.{1,10}|原产/u;

const KINDS: Record<string, FactKind> = { 元: 'price', 美元: 'price', 日期: 'date', 钟点: 'date' };

/** The facts of running text: every number with what it counts, names and claims, each with the sentence it stands in. */
export function factsIn(text: string, place: Place = {}): Fact[] {
  return [...findFacts(text, place)].flat();
}

/** The same, sentence by sentence: of a long text nobody is kept waiting. */
export function* findFacts(text: string, { file = '', page = null }: Place = {}): Generator<Fact[]> {
  let facts: Fact[] = [];
  const known = new Set<string>();
  const add = (kind: FactKind, said: string, value: string, unit: string, sentence: string) => {
    const key = `${unit} ${value} ${kind === 'name' || kind === 'claim' ? said : ''}`;
    if (known.has(key) || known.size >= FACTS_MAX) return;
    known.add(key);
    const source = { file, page, sentence };
    const id = `fact-${page ?? 0}-${known.size}`;
    facts.push({ id, kind, text: said, value, unit, source, locked: true });
  };
  for (const sentence of sentencesOf(text)) {
    const name = NAMED.exec(sentence)?.[1];
    if (name) add('name', name, name, '', sentence);
    for (const { unit, value, start, end, isLoose } of quantitiesIn(sentence)) {
      if (!isLoose) add(KINDS[unit] ?? 'number', sentence.slice(start, end), value, unit, sentence);
    }
    for (const clause of sentence.split(/[，,；;]/u)) {
      const claim = STATED.exec(clause)?.[0].trim();
      if (claim && quantitiesIn(claim).length === 0) add('claim', claim, claim, '', sentence);
    }
    yield facts;
    facts = [];
  }
}

/** What goes on for longer is no sentence. */
const SENTENCE = /[^]{1,500}/gu;

function sentencesOf(text: string): string[] {
  return text
    .split(/[。！？!?\n\r]+|；(?=\S)/u)
    .map((one) => one.trim().replace(/^(?:[-•·*●■]+|\d{1,2}[、.)）](?!\d))\s*/u, ''))
    .flatMap((one) => one.match(SENTENCE) ?? []);
}
