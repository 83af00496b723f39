import type { Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { delay } from '#lib/timing.ts';
import { offerUndo } from '#lib/undo.ts';
import { confirmBox } from '#ui/message-box.ts';

const STOPPING_MS = 250;
const STOPPING_TRIES = 20;

/** What a person does to one task. A cancel can be taken back: the task goes on behind its last finished step. */
export function useTaskActions({ task_id, title, status }: Task) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<'cancel' | 'retry' | 'read' | null>(null);
  const refresh = () => readAgain(cache, ['task.list', 'task.listByMixProject']);

  const send = async (what: NonNullable<typeof busy>, run: () => Promise<unknown>): Promise<boolean> => {
    setBusy(what);
    try {
      await run();
      await refresh();
      return true;
    } catch {
      // Said by the request itself; the list shows how things really are.
      await refresh();
      return false;
    } finally {
      setBusy(null);
    }
  };
  const retry = () => send('retry', () => call('task.retry', { task_id }));
  const cancel = async () => {
    const isRunning = status === 'running';
    const isSure =
      !isRunning ||
      (await confirmBox({
        title: `取消「${title}」？`,
        text: '做到一半的这一步会丢掉，已完成的步骤留着，之后可以重试接着做。',
        ok_label: '取消任务',
        cancel_label: '让它继续',
      }));
    if (!isSure || !(await send('cancel', () => call('task.cancel', { task_id })))) return;
    offerUndo(`已取消「${title}」`, takeBack);
  };
  /** A running one may still be on its way to a stop. */
  const takeBack = async () => {
    for (let tries = 0; tries < STOPPING_TRIES; tries += 1) {
      const { items } = await call('task.check', { task_ids: [task_id] });
      if (items[0]?.status !== 'canceling') break;
      await delay(STOPPING_MS);
    }
    await retry();
  };
  return {
    busy,
    retry: () => void retry(),
    cancel: () => void cancel(),
    markRead: () => void send('read', () => call('task.markRead', { task_ids: [task_id] })),
  };
}
