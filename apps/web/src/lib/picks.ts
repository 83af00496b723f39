import { create } from 'zustand';

export type Picks<T> = {
  /** What is ticked, by id, in the order in which it was. */
  picked: ReadonlyMap<string, T>;
  /** Where a range begins, and the card that the keyboard is at. */
  anchor: number | null;
  active: number | null;
};

export type PickStore<T> = ReturnType<typeof createPicks<T>>;

/** What is ticked in a grid, and where its keyboard is. */
export function createPicks<T>(idOf: (item: T) => string) {
  const nothing: Picks<T> = { picked: new Map(), anchor: null, active: null };
  const use = create<Picks<T>>(() => nothing);
  const mapOf = (items: T[]) => new Map(items.map((one) => [idOf(one), one]));
  return {
    use,
    idOf,

    clear: ({ keep_place = false } = {}) => use.setState(keep_place ? { picked: new Map() } : nothing),

    /** Only this one, as a click does. */
    pickOnly: (item: T, index: number) => use.setState({ picked: mapOf([item]), anchor: index, active: index }),

    /** This one too, or no longer. */
    toggle: (item: T, index: number) =>
      use.setState(({ picked }) => {
        const next = new Map(picked);
        if (!next.delete(idOf(item))) next.set(idOf(item), item);
        return { picked: next, anchor: index, active: index };
      }),

    /** A range: in place of what was ticked, or in addition to it. The anchor stays where it was. */
    pickRange: (range: T[], active: number, { add }: { add: boolean }) =>
      use.setState(({ picked }) => ({ picked: new Map([...(add ? picked : []), ...mapOf(range)]), active })),

    pickThese: (items: T[]) => use.setState({ picked: mapOf(items) }),

    goTo: (active: number) => use.setState({ active, anchor: active }),

    /** These are in the list no more: nothing may be done to what nobody sees. */
    drop: (ids: string[]) =>
      use.setState(({ picked }) => {
        if (!ids.some((id) => picked.has(id))) return {};
        const next = new Map(picked);
        for (const id of ids) next.delete(id);
        return { picked: next };
      }),

    /** What is ticked is still ticked, as it is now. */
    renew: (items: T[]) =>
      use.setState(({ picked }) => {
        const known = items.filter((one) => picked.has(idOf(one)));
        return known.length === 0 ? {} : { picked: new Map([...picked, ...mapOf(known)]) };
      }),
  };
}

/** What of a long list is held, when nothing is being fetched. */
export type Held = { total: number; ids: ReadonlySet<string> };

/** What has left a list that got shorter. Of one that was scrolled as well it cannot be told. */
export function goneFrom(before: Held, now: Held): string[] {
  const shorter = before.total - now.total;
  const gone = [...before.ids].filter((id) => !now.ids.has(id));
  return gone.length <= shorter ? gone : [];
}
