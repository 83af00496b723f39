const WORTH = 4;

/** Names that begin alike, told apart by how they end: where room is scarce, that is what matters. */
export function shortNames(names: string[]): string[] {
  const [first = '', ...others] = names;
  let common = 0;
  while (common < first.length && others.every((name) => name[common] === first[common])) common += 1;
  // Figures that belong together stay together: 11 and 12 are not 1 and 2.
  while (common > 0 && /\d/.test(first[common - 1] ?? '')) common -= 1;
  const isWorth = others.length > 0 && common >= WORTH && names.every(({ length }) => length > common);
  return isWorth ? names.map((name) => `…${name.slice(common)}`) : names;
}
