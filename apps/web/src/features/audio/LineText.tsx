import { AUDIO_LINE_CHARACTERS_MAX, type AudioLine } from '@mixreel/contract';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Carets } from '#features/document/Carets.tsx';
import { showToast } from '#lib/toast.ts';
import { useSharedText } from '#lib/use-shared-text.ts';
import { changeLines, pasteLines, removeLines, splitLine } from './lines.ts';
import { editLines, putCursor, select, typeText, useStudio, useStudioState } from './studio.ts';
import styles from './Lines.module.css';

const WORD_MAX = 30;

type Props = {
  line: AudioLine;
  number: number;
  isOnly: boolean;
  /** What is marked in the text: a word that may need a reading of its own. */
  onWord: (word: string) => void;
};

/** The words of a line. Writing goes on from line to line, as in any text. */
export function LineText({ line: { line_id, text }, number, isOnly, onWord }: Props) {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const cursor = useStudioState((state) => (state.cursor?.line_id === line_id ? state.cursor : null));
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (!cursor || !field.current) return;
    const at = cursor.at === 'end' ? field.current.value.length : cursor.at;
    field.current.focus();
    field.current.setSelectionRange(at, at);
    field.current.scrollIntoView({ block: 'nearest' });
    studio.setState({ cursor: null });
  }, [cursor, studio]);

  const { onSelect, ...shared } = useSharedText({
    field,
    text,
    is_seen_first: true,
    onType: (value, caret) => typeText(studio, line_id, value, caret),
  });

  const neighbour = (by: -1 | 1) => {
    const { lines } = studio.getState().content;
    return lines[lines.findIndex((line) => line.line_id === line_id) + by];
  };

  const breakLine = (at: number) => {
    const { lines, added } = splitLine(studio.getState().content.lines, line_id, at);
    editLines(studio, () => lines);
    putCursor(studio, { line_id: added, at: 0 });
  };
  const joinBefore = () => {
    const before = neighbour(-1);
    if (!before && text !== '') return false;
    if (text === '') {
      const { lines, next } = removeLines(studio.getState().content.lines, [line_id]);
      editLines(studio, () => lines);
      if (next) putCursor(studio, { line_id: next, at: 'end' });
      return true;
    }
    if (!before || before.text.length + text.length > AUDIO_LINE_CHARACTERS_MAX) return false;
    editLines(studio, (lines) =>
      changeLines(lines, [before.line_id], { text: before.text + text }).filter((line) => line.line_id !== line_id),
    );
    putCursor(studio, { line_id: before.line_id, at: before.text.length });
    return true;
  };
  const leave = (by: -1 | 1) => {
    const next = neighbour(by);
    if (next) putCursor(studio, { line_id: next.line_id, at: by === 1 ? 0 : 'end' });
    return next !== undefined;
  };

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const { selectionStart: from, selectionEnd: to, value } = event.currentTarget;
    const isPoint = from === to;
    let isDone = false;
    if (event.key === 'Escape') {
      event.currentTarget.closest('li')?.querySelector<HTMLElement>('[data-line-handle]')?.focus();
      isDone = true;
    }
    if (canEdit && event.key === 'Enter' && !event.shiftKey) {
      breakLine(from);
      isDone = true;
    }
    if (canEdit && event.key === 'Backspace' && isPoint && from === 0) isDone = joinBefore();
    const canLeave = isPoint && isOneRow(event.currentTarget);
    if (event.key === 'ArrowUp' && (canLeave || to === 0)) isDone = leave(-1);
    if (event.key === 'ArrowDown' && (canLeave || from === value.length)) isDone = leave(1);
    if (isDone) event.preventDefault();
  };

  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (!canEdit) return;
    const { selectionStart: from, selectionEnd: to } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    const made = pasteLines(studio.getState().content.lines, line_id, { from, to, pasted });
    if (!made) return;
    event.preventDefault();
    editLines(studio, () => made.lines);
    putCursor(studio, made.last);
    if (made.left_out > 0) showToast('warning', `一篇最多 500 行，有 ${made.left_out} 行没有放进来`);
  };

  return (
    <div className={styles['text']} data-text={shared.value || '写一句台词，Enter 换行'}>
      <Carets presence={studio.presence} id={line_id} text={shared.value} className={styles['caret']} />
      <textarea
        ref={field}
        rows={1}
        {...shared}
        readOnly={!canEdit}
        maxLength={AUDIO_LINE_CHARACTERS_MAX}
        placeholder={canEdit ? '写一句台词，Enter 换行' : ''}
        aria-label={`第 ${number} 行台词`}
        spellCheck={false}
        onFocus={() => {
          if (!isOnly || studio.getState().selected.length > 1) select(studio, line_id);
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
          onSelect();
          studio.presence.move({ table: 'line', id: line_id, field: 'text', caret: selectionEnd });
          const marked = value.slice(selectionStart, selectionEnd).trim();
          onWord(marked.length <= WORD_MAX ? marked : '');
        }}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
    </div>
  );
}

function isOneRow(field: HTMLTextAreaElement): boolean {
  return field.clientHeight < 2 * Number.parseFloat(getComputedStyle(field).lineHeight);
}
