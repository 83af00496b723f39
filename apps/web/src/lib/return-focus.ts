/** Something that had the focus, and where it stood: what the focus goes to when it is gone. */
type Place = {
  element: HTMLElement;
  dialog: Element | null;
  /** The innermost first. */
  regions: HTMLElement[];
  row: Element | null;
  list: Element | null;
  at: number;
};

/** What had the focus before a dialog took it first. */
const openers = new WeakMap<Element, Place | null>();

/** Regions out of which things go by themselves or by a key: their focus stays in them. */
const KEEPS = '[data-keeps-focus]';

const dialogOf = (element: EventTarget | null): Element | null =>
  element instanceof Element ? element.closest('[role="dialog"]') : null;

/**
 * Gives the focus back when a dialog goes, and keeps it near when what had it goes. Dialogs here are taken out of the page
 * instead of being closed first, and rows with the button that removed them; the focus would fall to the top of the page:
 * with the keyboard alone, everything would have to be gone through again.
 */
export function returnFocus(): void {
  let open: Element | null = null;
  let held: Place | null = null;
  // Not within the key that closed or removed it: Enter would go on to what is focused now, and press it.
  const later = (place: Place | null) =>
    setTimeout(() => {
      if (document.activeElement === document.body) goTo(place);
    });
  const going = new MutationObserver(() => {
    if (!held) return;
    if (held.element.isConnected) held = placeOf(held.element);
    else later(held);
  });
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = dialogOf(target);
    const isNew = dialog !== null && !openers.has(dialog) && dialogOf(relatedTarget) !== dialog;
    // One dialog may have taken the place of another: then what had the focus is gone already.
    const before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    const gone = held && !held.element.isConnected && held.dialog !== dialog ? held : null;
    if (isNew) openers.set(dialog, before ? placeOf(before) : gone);
    open = dialog;
    held = placeOf(target);
    going.disconnect();
    for (const region of held.regions) going.observe(region, { childList: true, subtree: true });
  });
  // Dialogs stand beside the page, in the body itself.
  const watch = new MutationObserver(() => {
    if (!open || open.isConnected) return;
    const opener = openers.get(open) ?? null;
    open = null;
    later(opener);
  });
  watch.observe(document.body, { childList: true });
}

function placeOf(element: HTMLElement): Place {
  const regions: HTMLElement[] = [];
  for (
    let one = element.closest<HTMLElement>(KEEPS);
    one;
    one = one.parentElement?.closest<HTMLElement>(KEEPS) ?? null
  ) {
    regions.push(one);
  }
  const inside = element.closest('li');
  const row = regions[0]?.contains(inside) ? inside : null;
  const list = row?.parentElement ?? null;
  const at = row && list ? [...list.children].indexOf(row) : -1;
  return { element, dialog: dialogOf(element), regions, row, list, at };
}

/** There; where that is gone, to the row that took its place or to what it stood in; and from a dialog that is gone, to its opener. */
function goTo(place: Place | null): void {
  if (!place) return;
  const { element, dialog, regions, row, list, at } = place;
  if (element.isConnected) {
    element.focus();
    return;
  }
  const next = row?.isConnected
    ? row
    : list?.isConnected
      ? list.children[Math.min(at, list.children.length - 1)]
      : null;
  const left = next ?? regions.find(({ isConnected }) => isConnected);
  if (left instanceof HTMLElement) {
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1;
    left.focus();
  } else if (dialog && !dialog.isConnected) {
    goTo(openers.get(dialog) ?? null);
  }
}
