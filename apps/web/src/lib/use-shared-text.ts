import { diffText, mergeText, applyText, movePosition } from '@mixreel/document';
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Given = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Whether what is written may have several lines. */
  has_lines?: boolean;
  onType: (text: string, caret: number) => void;
};

/**
 * A field that others write in, too. The caret stays at the letters it stood at, and words that are being composed (as
 * Chinese is typed) are not disturbed: what others write is shown when they are done.
 */
export function useSharedText({ field, text, has_lines = false, onType }: Given) {
  const taken = (value: string) => (has_lines ? value : value.replace(/[\r\n]+/g, ' '));
  const [draft, setDraft] = useState<string | null>(null);
  const base = useRef(text);
  const shown = draft ?? text;
  /** What the field showed last, and where the caret was in it. */
  const last = useRef({ text: shown, from: 0, to: 0 });

  const note = () => {
    const { selectionStart = 0, selectionEnd = 0, value = '' } = field.current ?? {};
    last.current = { text: value, from: selectionStart, to: selectionEnd };
  };

  useLayoutEffect(() => {
    const element = field.current;
    const { text: before, from, to } = last.current;
    if (!element || before === shown) return;
    if (element === element.ownerDocument.activeElement) {
      const edit = diffText(before, shown);
      element.setSelectionRange(movePosition(from, edit), movePosition(to, edit));
    }
    note();
  });

  return {
    value: shown,
    onSelect: note,
    onChange(event: ChangeEvent<HTMLTextAreaElement>) {
      const { value, selectionStart } = event.target;
      const isComposing = (event.nativeEvent as InputEvent).isComposing;
      note();
      if (isComposing) setDraft(value);
      else onType(taken(value), selectionStart);
    },
    onCompositionStart() {
      base.current = text;
      setDraft(field.current?.value ?? text);
    },
    onCompositionEnd() {
      const { value = text, selectionStart = 0 } = field.current ?? {};
      const mine = diffText(base.current, taken(value), selectionStart);
      const theirs = diffText(base.current, text);
      setDraft(null);
      const merged = applyText(text, mergeText(mine, theirs));
      onType(merged, movePosition(selectionStart, mergeText(theirs, mine, { isFirst: true })));
    },
  };
}
