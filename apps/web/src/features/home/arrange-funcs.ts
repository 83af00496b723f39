import { FUNC_GROUPS, type Func } from '@mixreel/contract';

export type FuncGroup = { title: string; items: Func[] };

/** What the launcher lists: the best matches first when something is typed, else one's own shortcuts and the groups. */
export function arrangeFuncs(all: Func[], common: Func[], text: string): FuncGroup[] {
  const typed = text.trim().toLowerCase();
  if (typed) {
    const found = all
      .map((func) => ({ func, score: scoreOf(func, typed) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score);
    return found.length === 0 ? [] : [{ title: '最匹配', items: found.map(({ func }) => func) }];
  }
  const mine = new Set(common.map(({ func_id }) => func_id));
  const groups = FUNC_GROUPS.map((title) => ({
    title,
    items: all.filter(({ func_id, group }) => group === title && !mine.has(func_id)),
  }));
  return [{ title: '常用', items: common }, ...groups].filter(({ items }) => items.length > 0);
}

function scoreOf({ app_name, description, keywords }: Func, typed: string): number {
  const name = app_name.toLowerCase();
  if (name.startsWith(typed)) return 5;
  if (name.includes(typed)) return 4;
  if (keywords.some((word) => word.toLowerCase().startsWith(typed))) return 3;
  if (keywords.some((word) => word.toLowerCase().includes(typed))) return 2;
  return description.toLowerCase().includes(typed) ? 1 : 0;
}
