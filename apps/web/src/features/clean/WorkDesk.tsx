import type { CallKey, TaskWork } from '@mixreel/contract';
import { Alert, Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { formatLeft } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import styles from './Work.module.css';

type Props<V extends string> = {
  name: string;
  refusal: string | null;
  note: string | null;
  /** What there is to look at; nothing to choose where that is one thing. */
  views: { value: V; label: string }[];
  view: V;
  onView: (view: V) => void;
  children: ReactNode;
};

/** The one thing that is worked on: its name, what to look at, and why it may not be worked on. */
export function WorkDesk<V extends string>({ name, refusal, note, views, view, onView, children }: Props<V>) {
  return (
    <section className={styles['desk']} aria-label={name} data-keeps-focus>
      <header className={styles['head']}>
        <h2 title={name}>{name}</h2>
        {views.length > 1 && <Choice label="看什么" options={views} value={view} onChange={onView} />}
      </header>
      {refusal && <Alert type="warning" showIcon title={refusal} />}
      {note && <Alert type="info" showIcon title={note} />}
      {children}
    </section>
  );
}

/** What is to be said and pressed, below the desk. */
export function WorkFoot({ children }: { children: ReactNode }) {
  return (
    <footer className={styles['foot']} aria-label="开始">
      {children}
    </footer>
  );
}

/** What speaks against it, or how long it takes; what went wrong before comes first. */
export function WorkSay({ failed, children }: { failed: TaskWork | null; children: ReactNode }) {
  return (
    <span role="status" className={styles['say']}>
      {failed?.status === 'failed' && <b>{failed.error?.message ?? '没有成功'}　</b>}
      {children}
    </span>
  );
}

type ProgressProps = {
  work: TaskWork;
  label: string;
  words: string;
  /** Calls whose answers tell how far it is. */
  refresh: CallKey[];
};

/** How far it is, and a way out. */
export function WorkProgress({ work, label, words, refresh }: ProgressProps) {
  const cancel = useSend('task.cancel', { refresh });
  return (
    <footer className={styles['foot']} aria-label="进度">
      <Progress percent={Math.floor(work.progress)} aria-label={label} />
      <span role="status">
        {work.status === 'queued' ? '排队中' : work.status === 'canceling' ? '正在取消' : words}
        {work.eta_s !== null && `，还要${formatLeft(work.eta_s)}`}
      </span>
      <Button
        disabled={work.status === 'canceling'}
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ task_id: work.task_id })}
      >
        取消
      </Button>
    </footer>
  );
}
