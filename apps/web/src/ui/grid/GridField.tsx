import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { useSharedText } from '#lib/use-shared-text.ts';
import type { GridColumn } from './column.ts';
import type { GridActs } from './grid-acts.ts';
import type { GridProps } from './grid-props.ts';
import { type Shape, sizeOf } from './grid-store.ts';
import { GridOptions } from './GridOptions.tsx';
import { type Selection, step } from './place.ts';
import styles from './Grid.module.css';

type Props<Row> = {
  props: GridProps<Row>;
  shape: Shape;
  selection: Selection;
  column: GridColumn<Row>;
  row: Row;
  acts: GridActs<Row>;
  field: RefObject<HTMLTextAreaElement | null>;
  box: { left: number; top: number; width: number };
  /** How many rows are seen at once. */
  page: number;
  onLeave: () => void;
};

/**
 * Where the keyboard is: a field that lies unseen over the active cell, so that the first letter, also of a word that is
 * composed as Chinese is, is already written in it; then it is seen.
 */
export function GridField<Row>(given: Props<Row>) {
  const { props, shape, selection, column, row, acts, field, box, page, onLeave } = given;
  const { grid, rows, can_edit, row_height, idOf, onType, onRows, onTell, onOpen, onKey, onCaret, renderOver } = props;
  const list_id = useId();
  const { key, takes, options = [] } = column;
  const row_id = idOf(row);
  const cell = `${row_id} ${key}`;
  const editing = useStore(grid, (state) => (state.editing?.cell === cell ? state.editing : null));
  /** The row that was written in has gone, and another one stands in its place. */
  const isGone = useStore(grid, (state) => state.editing !== null && state.editing.cell !== cell);
  const asked = useStore(grid, (state) => state.asked);
  const [draft, setDraft] = useState('');
  const [at, setAt] = useState(-1);
  const isText = takes === 'text';
  const number = selection.active.row + 1;
  const canType = can_edit && takes !== 'own';
  const text = !editing ? '' : isText ? column.textOf(row) : draft;
  const isOpen = editing !== null && takes === 'choice';
  const wanted = draft.trim();
  const isSame = editing !== null && !editing.is_over && draft === editing.before;
  const matching = isOpen ? options.filter((option) => isSame || option.includes(wanted)) : [];
  const chosen = Math.min(at, matching.length - 1);

  const begin = (is_over: boolean, first = '') => {
    if (!can_edit) return;
    if (takes === 'own') return onOpen?.(row_id, key);
    const before = column.textOf(row);
    const shown = is_over ? first : before;
    setDraft(shown);
    setAt(is_over ? 0 : options.indexOf(before));
    grid.setState({ editing: { cell, is_over, before } });
  };
  const write = (value: string, caret: number) => {
    if (!canType || isGone) return;
    if (!editing) begin(true, value);
    if (isText) onType(row_id, key, value, caret);
    else {
      setDraft(value);
      if (editing) setAt(value.trim() ? 0 : -1);
    }
  };
  const { onSelect, onCompositionStart, ...shared } = useSharedText({ field, text, has_lines: isText, onType: write });
  // At once, not in the next frame: whoever is quick is already somewhere else in the line. Behind what keeps the caret.
  useLayoutEffect(() => {
    if (!editing || editing.is_over) return;
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, [editing, field]);

  // Whoever writes on has not looked up yet: their letters go nowhere until they choose a cell, also when its row is back.
  const stop = useEffectEvent(() => {
    if (document.activeElement === field.current) onLeave();
    grid.setState({ editing: { cell: '', is_over: false, before: '' } });
  });
  useLayoutEffect(() => {
    if (isGone) stop();
  }, [isGone]);

  const tellPlace = useEffectEvent(() => onCaret?.(row_id, key, null));
  useEffect(() => tellPlace(), [row_id, key]);
  const answered = useRef(asked);
  const answer = useEffectEvent(() => {
    answered.current = asked;
    begin(false);
  });
  useEffect(() => {
    if (asked !== answered.current) answer();
  }, [asked]);

  /** The rows with what was written; null when the cell cannot have it, which is then told. */
  const finish = (value = draft): readonly Row[] | null => {
    if (isText || !editing || value === editing.before) return rows;
    const done = column.put(row, value);
    if ('row' in done) return rows.map((one) => (one === row ? done.row : one));
    onTell(done.problem);
    return null;
  };
  const leave = (onward?: (made: readonly Row[]) => void, value?: string) => {
    const made = finish(value);
    if (!made) return;
    grid.setState({ editing: null });
    if (onward) onward(made);
    else if (made !== rows) onRows([...made]);
  };
  const goOn = (key_name: 'Tab' | 'Enter', isBack: boolean) => (made: readonly Row[]) =>
    acts.goOn(selection, key_name, isBack, made);
  const giveUp = () => {
    const now = column.textOf(row);
    // What others have written meanwhile stays: then the words stay as they are.
    if (editing && isText && now === field.current?.value && now !== editing.before) {
      onType(row_id, key, editing.before, editing.before.length);
    }
    grid.setState({ editing: null });
  };
  const value = chosen >= 0 && matching[chosen] !== undefined ? matching[chosen] : undefined;

  const editKey = (event: KeyboardEvent<HTMLTextAreaElement>): (() => void) | null => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const arrow = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (event.key === 'Escape') return giveUp;
    if (event.key === 'Tab') return () => leave(goOn('Tab', event.shiftKey), value);
    if (event.key === 'Enter' && isPlain && (!event.shiftKey || !isText)) {
      return () => leave(goOn('Enter', false), value);
    }
    if (event.key === 'Enter' && event.altKey && isText) {
      return () => {
        const { selectionStart: from, selectionEnd: to, value: now } = event.currentTarget;
        write(`${now.slice(0, from)}\n${now.slice(to)}`, from + 1);
      };
    }
    if (isOpen && arrow) return () => setAt((chosen + arrow + matching.length) % Math.max(1, matching.length));
    if (editing?.is_over && arrow && isPlain && !event.shiftKey) {
      return () => leave(goOn('Enter', arrow < 0), value);
    }
    return null;
  };
  const moveKey = (event: KeyboardEvent<HTMLTextAreaElement>): (() => void) | null => {
    const isCommand = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (isCommand && letter === 'a') return acts.all;
    if (isCommand && letter === 'd') return acts.fillDown;
    if (event.altKey && event.key === 'ArrowDown' && takes === 'choice') return () => begin(false);
    if (event.altKey && event.key.startsWith('Arrow')) {
      const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
      return by ? () => acts.shift(by) : null;
    }
    if (event.key === 'Escape') return onLeave;
    if (event.key === 'Tab') return () => goOn('Tab', event.shiftKey)(rows);
    if (event.key === 'Enter' && event.shiftKey) return () => goOn('Enter', true)(rows);
    if ((event.key === 'Enter' && !isCommand) || event.key === 'F2') return () => begin(false);
    if (event.key === 'Delete' || event.key === 'Backspace') return acts.clear;
    if (event.key === ' ' && event.shiftKey) {
      return () => acts.rowsFrom(selection.active.row, selection.head.row);
    }
    const moved = step(selection, { key: event.key, isShift: event.shiftKey, isCommand }, sizeOf(shape), page);
    return moved && (() => acts.choose(moved));
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229: some input methods send Enter and Tab of theirs like this.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (onKey?.(event, editing ? event.currentTarget.selectionStart : null)) return event.preventDefault();
    const act = editing ? editKey(event) : moveKey(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const take = (act: (data: DataTransfer) => void) => (event: ClipboardEvent) => {
    if (editing) return;
    event.preventDefault();
    act(event.clipboardData);
  };
  return (
    <div
      className={styles['field']}
      data-editing={editing !== null}
      data-text={shared.value}
      style={{ ...box, minHeight: row_height - 1 }}
    >
      {editing && isText && renderOver?.(row_id, key, shared.value, styles['over'] ?? '')}
      <textarea
        ref={field}
        rows={1}
        {...shared}
        readOnly={!canType}
        maxLength={column.most}
        spellCheck={false}
        autoComplete="off"
        aria-label={editing ? `第 ${number} 行${column.name}` : `第 ${number} 行${column.name}：${column.textOf(row)}`}
        {...(isOpen && value !== undefined && { 'aria-activedescendant': `${list_id} ${chosen}` })}
        onCompositionStart={() => {
          if (!editing && canType) {
            begin(true);
            // What is composed stands in place of what was there.
            if (isText) onType(row_id, key, '', 0);
          }
          onCompositionStart();
        }}
        onSelect={(event) => {
          onSelect();
          onCaret?.(row_id, key, editing && isText ? event.currentTarget.selectionEnd : null);
        }}
        onKeyDown={handleKey}
        onCopy={take(acts.copy)}
        onCut={take(acts.cut)}
        onPaste={take(acts.paste)}
        onBlur={() => {
          if (editing) leave();
        }}
      />
      {isOpen && (
        <GridOptions
          id={list_id}
          label={column.name}
          options={matching}
          at={chosen}
          onPick={(option) => leave(goOn('Enter', false), option)}
        />
      )}
    </div>
  );
}
