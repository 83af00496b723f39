import { create } from 'zustand';

/** What is ticked, by the card's own id, with the material that each belongs to. */
export type Selection = {
  ids: ReadonlyMap<string, string>;
  /** Where a range begins, and the card that the keyboard is at. */
  anchor: number | null;
  active: number | null;
};

const NOTHING: Selection = { ids: new Map(), anchor: null, active: null };

export const useSelection = create<Selection>(() => NOTHING);

export type Picked = { id: string; material_id: string };

export function clearSelection({ keep_place = false } = {}): void {
  useSelection.setState(keep_place ? { ids: new Map() } : NOTHING);
}

/** Only this one, as a click does. */
export function pickOne({ id, material_id }: Picked, index: number): void {
  useSelection.setState({ ids: new Map([[id, material_id]]), anchor: index, active: index });
}

/** This one too, or no longer. */
export function togglePick({ id, material_id }: Picked, index: number): void {
  useSelection.setState(({ ids }) => {
    const next = new Map(ids);
    if (!next.delete(id)) next.set(id, material_id);
    return { ids: next, anchor: index, active: index };
  });
}

/** A range: in place of what was ticked, or in addition to it. The anchor stays where it was. */
export function pickRange(range: Picked[], active: number, { add }: { add: boolean }): void {
  useSelection.setState(({ ids }) => ({
    ids: new Map([...(add ? ids : []), ...range.map(({ id, material_id }) => [id, material_id] as const)]),
    active,
  }));
}

export function pickAll(all: Picked[]): void {
  useSelection.setState({ ids: new Map(all.map(({ id, material_id }) => [id, material_id])) });
}

export function moveActive(active: number): void {
  useSelection.setState({ active, anchor: active });
}

/** The materials of what is ticked, each once. */
export function pickedMaterials(ids: Selection['ids']): string[] {
  return [...new Set(ids.values())];
}
