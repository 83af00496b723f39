import type { SheetRow } from '@mixreel/contract';
import { layerName, type SheetLayer } from '@mixreel/contract/sheet';

/** Which column of a table a layer takes its words or its picture from; none: as it is. */
export type Columns = Record<string, number | null>;

export type Table = { heads: string[]; rows: string[][] };

/** The first line names the columns; lines without anything are left out. */
export function tableOf(cells: string[][]): Table {
  const [heads = [], ...rows] = cells.map((row) => row.map((cell) => cell.trim()));
  return { heads, rows: rows.filter((row) => row.some(Boolean)) };
}

/** Layers that a table may fill, the highest first. */
export function fillable(layers: readonly SheetLayer[]): SheetLayer[] {
  return layers.filter(({ kind, is_hidden }) => (kind === 'text' || kind === 'picture') && !is_hidden).toReversed();
}

/** Columns that are called as layers are, or as what stands in them. */
export function guessColumns(layers: readonly SheetLayer[], heads: readonly string[]): Columns {
  const taken = new Set<number>();
  return Object.fromEntries(
    layers.map((layer) => {
      const names = [layer.layer_name, layerName(layer), layer.text?.text.trim() ?? '', layer.picture ? '图片' : ''];
      const at = heads.findIndex((head, n) => head !== '' && !taken.has(n) && names.includes(head));
      if (at >= 0) taken.add(at);
      return [layer.layer_id, at >= 0 ? at : null];
    }),
  );
}

type Made = { rows: SheetRow[]; missing: string[] };

/** What is to be made, and which pictures are not in the library. `pictureOf` finds a material by its name. */
export function rowsOfTable(
  { rows }: Table,
  layers: readonly SheetLayer[],
  columns: Columns,
  sheet_name: string,
  pictureOf: (name: string) => string | null,
): Made {
  const missing = new Set<string>();
  const made = rows.map((cells, n): SheetRow => {
    const texts: SheetRow['texts'] = [];
    const pictures: SheetRow['pictures'] = [];
    for (const { layer_id, kind } of layers) {
      const column = columns[layer_id];
      const cell = column === null || column === undefined ? '' : (cells[column] ?? '');
      if (cell === '') continue;
      if (kind === 'text') texts.push({ layer_id, text: cell });
      else {
        const material_id = pictureOf(cell);
        if (material_id) pictures.push({ layer_id, picture: { material_id } });
        else missing.add(cell);
      }
    }
    const said = first(texts[0]?.text.replaceAll(/\s+/g, ' ') ?? '', 40);
    return { name: [first(sheet_name, 50), n + 1, said].filter(Boolean).join('-'), texts, pictures };
  });
  return { rows: made, missing: [...missing] };
}

/** Not half of a letter that takes two places. */
function first(text: string, places: number): string {
  return text.slice(0, places).replace(/[\uD800-\uDBFF]$/, '');
}
