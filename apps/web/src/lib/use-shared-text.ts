import { diffText, mergeText, applyText, movePosition } from '@mixreel/document';
import { type ChangeEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { behindFrame } from './timing.ts';

/** Whatever may ask for what was written: another key, a click, another field, leaving. */
const ASKING = ['keydown', 'pointerdown', 'focusout', 'pagehide'] as const;

type Given = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Whether what is written may have several lines. */
  has_lines?: boolean;
  /** Whether a letter is seen before the rest of the page is told, which takes longer than to write it. */
  is_seen_first?: boolean;
  onType: (text: string, caret: number) => void;
};

/**
 * A field that others write in, too. The caret stays at the letters it stood at, and words that are being composed (as
 * Chinese is typed) are not disturbed: what others write is shown when they are done.
 */
export function useSharedText({ field, text, has_lines = false, is_seen_first = false, onType }: Given) {
  const taken = (value: string) => (has_lines ? value : value.replace(/[\r\n]+/g, ' '));
  /** What is written and not handed over yet, and what the text was before it. */
  const [draft, setDraft] = useState<string | null>(null);
  const base = useRef<string | null>(null);
  const isComposing = useRef(false);
  const shown = draft ?? text;
  /** What the field showed last, and where the caret was in it. */
  const last = useRef({ text: shown, from: 0, to: 0 });

  const note = () => {
    const { selectionStart = 0, selectionEnd = 0, value = '' } = field.current ?? {};
    last.current = { text: value, from: selectionStart, to: selectionEnd };
  };
  const keep = (value: string) => {
    base.current ??= text;
    setDraft(value);
  };
  const handOver = () => {
    const { text: value, to } = last.current;
    if (isComposing.current || base.current === null) return;
    const mine = diffText(base.current, taken(value), to);
    const theirs = diffText(base.current, text);
    base.current = null;
    setDraft(null);
    onType(applyText(text, mergeText(mine, theirs)), movePosition(to, mergeText(theirs, mine, { isFirst: true })));
  };
  const handOverLatest = useEffectEvent(handOver);

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

  const isWaiting = draft !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const end = new AbortController();
    const take = () => handOverLatest();
    for (const name of ASKING) addEventListener(name, take, { capture: true, signal: end.signal });
    void behindFrame().then(() => end.signal.aborted || take());
    return () => {
      end.abort();
      take();
    };
  }, [isWaiting]);

  return {
    value: shown,
    onSelect: note,
    onChange({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) {
      note();
      if (is_seen_first || (nativeEvent as InputEvent).isComposing) keep(target.value);
      else onType(taken(target.value), target.selectionStart);
    },
    onCompositionStart() {
      isComposing.current = true;
      keep(field.current?.value ?? text);
    },
    onCompositionEnd() {
      isComposing.current = false;
      note();
      handOver();
    },
  };
}
