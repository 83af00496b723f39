import { useEffect, useEffectEvent } from 'react';
import { isOverPage } from '#lib/keys.ts';
import { showToast } from '#lib/toast.ts';
import { readClipboard } from '#ui/grid/table-text.ts';
import type { Board } from './board.ts';
import { pasteTable } from './paste-table.ts';

/** While a board has no rows there is no cell to paste into: a table, or lines of text, become its rows. */
export function useEmptyPaste(board: Pick<Board, 'desk' | 'grid'>, keys: readonly string[], isOn: boolean): void {
  const handle = useEffectEvent((event: ClipboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (isOverPage(target) || /^(INPUT|TEXTAREA)$/.test(target.tagName) || !event.clipboardData) return;
    const table = readClipboard(event.clipboardData);
    if (!table) return;
    event.preventDefault();
    if (!pasteTable(board, keys, table, null)) showToast('info', '剪贴板里没有可以放进来的文字');
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: ClipboardEvent) => handle(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, [isOn]);
}
