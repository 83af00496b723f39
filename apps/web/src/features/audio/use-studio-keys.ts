import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '#lib/call.ts';
import { isOverPage } from '#lib/keys.ts';
import { player } from '#lib/player.ts';
import { removeLines, shiftLines } from './lines.ts';
import { toggleLine } from './speaking.ts';
import { editLines, select, selectAll, type Studio } from './studio.ts';

/** The button in front of a line: where the keyboard is when it does not write. */
const HANDLE = 'data-line-handle';

/**
 * The keys of the studio. Those that write a character work only outside of text, and space only where it does not
 * press a button. Gives what ⌘ Enter does, for the button that does the same.
 */
export function useStudioKeys(studio: Studio, onHelp: () => void): () => Promise<void> {
  const cache = useQueryClient();

  const submit = async () => {
    player.stop();
    if (!(await studio.live.flush())) return;
    const { ai_audio_id } = studio.getState().piece;
    studio.setState({ piece: await call('audio.submit', { ai_audio_id }) });
  };
  const step = (by: -1 | 1) => {
    const { content, active } = studio.getState();
    const { lines } = content;
    const next = lines[lines.findIndex(({ line_id }) => line_id === active) + by];
    if (next) goTo(next.line_id);
  };
  const goTo = (line_id: string) => {
    select(studio, line_id);
    document.querySelector<HTMLElement>(`[${HANDLE}="${line_id}"]`)?.focus();
  };
  const shift = (by: -1 | 1) => {
    const { selected } = studio.getState();
    editLines(studio, (lines) => shiftLines(lines, selected, by));
  };
  const remove = () => {
    const { content, selected } = studio.getState();
    const { lines, next } = removeLines(content.lines, selected);
    editLines(studio, () => lines);
    if (next) requestAnimationFrame(() => goTo(next));
  };
  const play = () => {
    if (player.use.getState().name !== null) return player.stop();
    const { content, active } = studio.getState();
    const line = content.lines.find(({ line_id }) => line_id === active);
    if (line) toggleLine(cache, line);
  };

  const actionOf = (event: KeyboardEvent, target: HTMLElement): (() => void) | undefined => {
    const isCommand = event.ctrlKey || event.metaKey;
    const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    const isLineText = target.tagName === 'TEXTAREA';
    if (isCommand) {
      if (event.key === 'Enter') return () => void submit().catch(() => {});
      // A name or a number being typed has the browser's own undo.
      if (isWriting && !isLineText) return undefined;
      if (event.key.toLowerCase() === 'z') return () => studio.step(event.shiftKey ? 'redo' : 'undo');
      if (event.key.toLowerCase() === 'y') return () => studio.step('redo');
      if (event.key.toLowerCase() === 'a' && !isWriting) return () => selectAll(studio);
      return undefined;
    }
    const arrow = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (event.altKey) return arrow && (isLineText || !isWriting) ? () => shift(arrow) : undefined;
    if (isWriting) return undefined;
    if (event.key === '?') return onHelp;
    const isHandle = target.hasAttribute(HANDLE);
    if (!isHandle && target.closest('button, a, [role="slider"], [role="tab"], [role="radio"]')) return undefined;
    if (event.key === ' ') return play;
    if (arrow) return () => step(arrow);
    if (isHandle && event.key === 'Enter') return () => focusText(target);
    if (isHandle && (event.key === 'Delete' || event.key === 'Backspace')) return remove;
    return undefined;
  };

  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.isComposing) return;
    const run = actionOf(event, target);
    // Asked last: it looks through the whole page, and most keys are letters of a line.
    if (!run || isOverPage(target)) return;
    event.preventDefault();
    run();
  });

  useEffect(() => {
    // Before the page's own keys, which show their own help on `?`.
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return submit;
}

function focusText(handle: HTMLElement): void {
  handle.closest('li')?.querySelector('textarea')?.focus();
}
