import { useEffect, useEffectEvent } from 'react';
import { isOverPage } from '#lib/keys.ts';
import type { DocumentDesk } from './document-desk.ts';

/** Undo and redo of a table wherever the keyboard is, but in a field with an undo of its own; and the word to find. */
export function useTableKeys(desk: DocumentDesk, onFind: (() => void) | null = null): void {
  const actionOf = (event: KeyboardEvent, target: HTMLElement): (() => void) | null => {
    const key = event.key.toLowerCase();
    if (key === 'f' || key === 'h') return onFind;
    if (target.tagName === 'INPUT') return null;
    if (key === 'z') return () => desk.step(event.shiftKey ? 'redo' : 'undo');
    return key === 'y' ? () => desk.step('redo') : null;
  };
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing || isOverPage(target)) return;
    const run = actionOf(event, target);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
