import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { VIDEO_NAME_MAX } from '@mixreel/contract';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import styles from './NamePattern.module.css';

type Props = {
  label: string;
  /** `{mix}_{n}`: text with parts in braces. */
  value: string;
  /** What may stand in braces, and what it is called. */
  parts: Record<string, string>;
  disabled?: boolean;
  is_bad?: boolean;
  described_by?: string;
  onChange: (value: string) => void;
  onEnter?: () => void;
};

/** Where the caret is, or goes to: in the text before the n-th part. */
type Caret = { gap: number; at: number };

/** A rule for names: its parts stand as chips, with what is typed between them. */
export function NamePattern({ label, value, parts, disabled, is_bad, described_by, onChange, onEnter }: Props) {
  const pieces = value.split(/(\{\w*\})/);
  const box = useRef<HTMLDivElement>(null);
  const caret = useRef<Caret | null>(null);
  const goal = useRef<Caret | null>(null);
  useLayoutEffect(() => {
    if (!goal.current) return;
    const input = box.current?.querySelectorAll('input')[goal.current.gap];
    input?.focus();
    input?.setSelectionRange(goal.current.at, goal.current.at);
    goal.current = null;
  });

  const put = (next: string[], to: Caret | null) => {
    const text = next.join('');
    if (text.length > VIDEO_NAME_MAX) return;
    goal.current = to;
    onChange(text);
  };
  const type = (piece: number, text: string) => {
    // What was typed in braces becomes a chip, and the caret goes on behind it.
    const grown = text.split(/(\{\w*\})/).length - 1;
    put(pieces.with(piece, text), grown > 0 ? { gap: (piece + grown) / 2, at: 0 } : null);
  };
  const remove = (piece: number) => {
    const before = pieces[piece - 1]?.length ?? 0;
    put(pieces.toSpliced(piece, 1), { gap: (piece - 1) / 2, at: before });
  };
  const add = (part: string) => {
    const last = pieces.length - 1;
    const { gap, at } = caret.current ?? { gap: last / 2, at: pieces[last]!.length };
    const piece = Math.min(gap * 2, last);
    const text = pieces[piece]!;
    put(pieces.with(piece, `${text.slice(0, at)}{${part}}${text.slice(at)}`), { gap: piece / 2 + 1, at: 0 });
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>, piece: number) => {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    const isAtEnd = selectionStart === text.length;
    const hasChip = { before: piece > 0, behind: piece < pieces.length - 1 };
    if (event.key === 'Enter') onEnter?.();
    else if (event.key === 'Backspace' && isAtStart && hasChip.before) remove(piece - 1);
    else if (event.key === 'Delete' && isAtEnd && hasChip.behind) remove(piece + 1);
    else if (event.key === 'ArrowLeft' && isAtStart && hasChip.before) step(piece - 2, pieces[piece - 2]!.length);
    else if (event.key === 'ArrowRight' && isAtEnd && hasChip.behind) step(piece + 2, 0);
    else return;
    event.preventDefault();
  };
  const step = (piece: number, at: number) => {
    const input = box.current?.querySelectorAll('input')[piece / 2];
    input?.focus();
    input?.setSelectionRange(at, at);
  };
  const shown = (piece: string) => parts[piece.slice(1, -1)] ?? piece;
  return (
    <div className={styles['pattern']}>
      <div
        ref={box}
        className={styles['box']}
        role="group"
        aria-label={label}
        aria-describedby={described_by}
        data-bad={is_bad}
        data-disabled={disabled}
      >
        {pieces.map((piece, n) =>
          n % 2 === 1 ? (
            <span key={n} className={styles['chip']} data-unknown={!(piece.slice(1, -1) in parts)}>
              {shown(piece)}
              {!disabled && (
                <button type="button" aria-label={`去掉${shown(piece)}`} onClick={() => remove(n)}>
                  <CloseOutlined aria-hidden="true" />
                </button>
              )}
            </span>
          ) : (
            <input
              key={n}
              aria-label={n === 0 ? `${label}，开头的文字` : `${label}，「${shown(pieces[n - 1]!)}」后面的文字`}
              value={piece}
              readOnly={disabled}
              data-last={n === pieces.length - 1}
              style={{ width: `${widthOf(piece)}ch` }}
              onChange={({ target }) => type(n, target.value)}
              onKeyDown={(event) => handleKey(event, n)}
              onSelect={({ currentTarget }) => {
                caret.current = { gap: n / 2, at: currentTarget.selectionStart ?? 0 };
              }}
            />
          ),
        )}
      </div>
      {!disabled && (
        <div className={styles['parts']}>
          {Object.entries(parts).map(([part, name]) => (
            <button key={part} type="button" aria-label={`加上${name}`} onClick={() => add(part)}>
              <PlusOutlined aria-hidden="true" /> {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Chinese characters are as wide as two digits. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (character.charCodeAt(0) > 255 ? 2 : 1), 1);
}

/** Why a rule can't be used; null when it can. */
export function ruleProblem(rule: string, parts: Record<string, string>): string | null {
  if (rule.trim() === '') return '请填写命名规则';
  const unknown = [...rule.matchAll(/\{(\w*)\}/g)].map(([, part]) => part ?? '').find((part) => !(part in parts));
  return unknown === undefined ? null : `没有「{${unknown}}」这一项，请去掉它，用下面的按钮添加`;
}
