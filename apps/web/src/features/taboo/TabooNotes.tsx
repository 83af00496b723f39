import { rewriteTaboo } from '@mixreel/contract/taboo';
import { useDeferredValue } from 'react';
import { useTaboo } from './use-taboo.ts';
import styles from './Taboo.module.css';

type Props = {
  texts: string[];
  /** Puts other texts in their place, in the same order; left out, nothing can be changed here. */
  onRewrite?: ((texts: string[]) => void) | undefined;
};

/** What the law or a platform forbids in these texts, why, and one click for each to put it right. */
export function TabooNotes({ texts, onRewrite }: Props) {
  const { find, can_allow, allow, is_busy } = useTaboo();
  const read = useDeferredValue(texts);
  const all = Map.groupBy(read.flatMap(find), ({ word }) => word);
  if (all.size === 0) return null;
  const rewrite = (word: string) =>
    onRewrite?.(
      texts.map((text) =>
        rewriteTaboo(
          text,
          find(text).filter((one) => one.word === word),
        ),
      ),
    );
  return (
    <ul className={styles['notes']} aria-label="违禁词">
      {[...all].map(([word, [found]]) => (
        <li key={word}>
          <b>{word}</b>
          <span>{found!.reason}</span>
          <span className={styles['acts']}>
            {onRewrite && (
              <button type="button" onClick={() => rewrite(word)}>
                {found!.to ? `改成「${found!.to}」` : '删去'}
              </button>
            )}
            {can_allow && (
              <button type="button" disabled={is_busy} onClick={() => void allow(word).catch(() => {})}>
                这个词我们可以用
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
