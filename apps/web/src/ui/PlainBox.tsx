import { useEffect } from 'react';
import type { OpenBox } from './message-box.ts';

/** The browser's own dialogs, for when the code of ours cannot be fetched. */
export function PlainBox({ box }: { box: OpenBox }) {
  useEffect(() => {
    const text = [box.title, box.text].filter(Boolean).join('\n\n');
    if (box.kind === 'input') box.finish(window.prompt(text, box.initial ?? ''));
    else if (box.kind === 'confirm') box.finish(window.confirm(text));
    else {
      window.alert(text);
      box.finish(true);
    }
  }, [box]);
  return null;
}
