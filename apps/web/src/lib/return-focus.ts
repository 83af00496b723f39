/** What had the focus before a dialog took it. */
const openers = new WeakMap<Element, HTMLElement>();

const dialogOf = (element: EventTarget | null): Element | null =>
  element instanceof Element ? element.closest('[role="dialog"]') : null;

/**
 * Gives the focus back when a dialog goes. Dialogs here are taken out of the page instead of being closed first, and the focus
 * would fall to the top of it: with the keyboard alone, everything would have to be gone through again.
 */
export function returnFocus(): void {
  let open: Element | null = null;
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    const dialog = dialogOf(target);
    const isNew = dialog !== null && !openers.has(dialog) && dialogOf(relatedTarget) !== dialog;
    if (isNew && relatedTarget instanceof HTMLElement) openers.set(dialog, relatedTarget);
    open = dialog;
  });
  // Dialogs stand beside the page, in the body itself.
  const watch = new MutationObserver(() => {
    if (!open || open.isConnected) return;
    const opener = openerOf(open);
    open = null;
    // Not within the key that closed it: Enter would go on to the button that opened the dialog, and press it again.
    setTimeout(() => {
      if (document.activeElement === document.body) opener?.focus();
    });
  });
  watch.observe(document.body, { childList: true });
}

/** Of a dialog that another one opened, which is gone as well: what opened that. */
function openerOf(dialog: Element): HTMLElement | null {
  const opener = openers.get(dialog);
  if (!opener || opener.isConnected) return opener ?? null;
  const other = dialogOf(opener);
  return other && other !== dialog ? openerOf(other) : null;
}
