import { useEffect, useEffectEvent } from 'react';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the command key on this machine. */
export const COMMAND_KEY = IS_MAC ? '⌘' : 'Ctrl';

/** `{ 'mod+k': …, '?': … }`. Single characters do nothing while a person types; `mod` is ⌘ or Ctrl. */
export function useKeys(keys: Record<string, () => void>): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isCommand = IS_MAC ? event.metaKey : event.ctrlKey;
    if (!isCommand && (event.altKey || event.ctrlKey || event.metaKey)) return;
    if (!isCommand && isTyping(event.target)) return;
    const run = keys[`${isCommand ? 'mod+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const OVER_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const MODAL = '.ant-drawer-open, .ant-modal-wrap:not([style*="display: none"])';

/**
 * Whether a key is for something that lies over the page, whose own keys then hold. What is modal has all of them: the
 * focus may still be behind it, or on the frame of a drawer, which is around its dialog.
 */
export function isOverPage(target: HTMLElement): boolean {
  return target.closest(OVER_PAGE) !== null || document.querySelector(MODAL) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
