import { Fragment, type ReactNode } from 'react';
import { Pill } from '#ui/Pill.tsx';
import type { Told } from './row-words.ts';
import styles from './Agent.module.css';

type Props = { told: readonly Told[]; more?: readonly (string | null | undefined)[]; children?: ReactNode };

/** What is known of a row; `more` is read when the pointer rests on it. */
export function ToldCell({ told, more = [], children }: Props) {
  return (
    <span className={styles['check']} title={more.filter(Boolean).join('\n')}>
      {told.map(({ text, tone }) => (
        <Fragment key={text}>{tone === null ? <small>{text}</small> : <Pill tone={tone}>{text}</Pill>} </Fragment>
      ))}
      {children}
    </span>
  );
}
