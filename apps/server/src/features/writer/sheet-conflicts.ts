import { SHEET_FIELDS, type SheetConflict, type SheetField, type SheetItem } from '@mixreel/contract';
import { quantitiesIn } from '@mixreel/contract/fact';
import { plainly } from './write-script.ts';

/** What a thing has one of. Sizes, packs and colours it may have several of. */
const MEASURES = /净含量|净重|毛重|重量|电池容量|容量|保质期|续航|功率|质保|表显里程|保额|等待期/gu;
/** A measure stands right behind its name, in the same breath. */
const BETWEEN = /^[^\d，。；、,;!?！？]{0,6}$/u;

/** A product has one name, one price and one of each measure; where a sheet has several, somebody who knows says which counts. */
export function conflictsIn(items: readonly SheetItem[]): SheetConflict[] {
  const said = new Map<string, { field: SheetField; what: string; values: Map<string, number[]> }>();
  const products = [...new Set(items.flatMap(({ product }) => product ?? []))];
  for (const [n, item] of items.entries()) {
    // What is said of all of them is said of each.
    const whose = item.product === null && products.length > 0 ? products : [item.product];
    for (const { what, value } of valuesOf(item)) {
      for (const product of whose) {
        const key = JSON.stringify([product, what]);
        const one = said.get(key) ?? { field: item.field, what, values: new Map<string, number[]>() };
        said.set(key, one);
        one.values.set(value, [...(one.values.get(value) ?? []), n]);
      }
    }
  }
  return [...said].flatMap(([key, { field, what, values }]) => {
    if (values.size < 2) return [];
    const [product] = JSON.parse(key) as [string | null];
    const places = [...new Set([...values.values()].flat())].toSorted((a, b) => a - b);
    const texts = [...new Set(places.map((n) => items[n]!.text))];
    return texts.length < 2 ? [] : [{ field, what, product, items: places, texts }];
  });
}

function valuesOf(item: SheetItem): { what: string; value: string }[] {
  const { field, text } = item;
  if (field === 'name') return [{ what: SHEET_FIELDS.name, value: plainly(text) }];
  if (field === 'price') return [{ what: SHEET_FIELDS.price, value: priceOf(item) }];
  const quantities = quantitiesIn(text);
  return [...text.matchAll(MEASURES)].flatMap(({ index, 0: what }) => {
    const end = index + what.length;
    // The first alone: 容量 500ml 或 1L has both.
    const found = quantities.find(({ start }) => start >= end);
    if (!found || !BETWEEN.test(text.slice(end, found.start))) return [];
    return { what, value: `${found.value} ${found.unit}` };
  });
}

/** 39.9 元 and ￥39.90 are one price. */
function priceOf({ facts, text }: SheetItem): string {
  const prices = facts.filter(({ kind }) => kind === 'price').map(({ value, unit }) => `${value}${unit}`);
  return prices.length > 0 ? prices.join(' ') : text;
}
