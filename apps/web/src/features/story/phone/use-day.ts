import { ERRORS, storyPhone } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { CallError } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';
import { prepareSending, takes } from './takes.ts';

const OVER = new Set<number>([ERRORS.shoot_over.code, ERRORS.sign_in_failed.code]);

/** What is to be shot, as it is now: read again whenever somebody says something, here, on another phone or at a desk. */
export function useDay(code: string) {
  const cache = useQueryClient();
  const day = useCall('storyPhone.list', { code }, { enabled: code !== '', stale_ms: Infinity, keep_previous: true });
  const { data, error, isPlaceholderData } = day;
  const key = data?.key;
  const over = error instanceof CallError && OVER.has(error.code) ? error.message : null;

  useEffect(() => {
    if (!key) return;
    prepareSending().catch(() => {});
    // Opened again by the browser itself, with the last event that it heard.
    const events = new EventSource(`${addressOf(storyPhone.changes.path)}?${new URLSearchParams({ key })}`);
    const again = () => void readAgain(cache, ['storyPhone.list', 'storyPhone.order']);
    const seen = () => document.visibilityState === 'visible' && again();
    events.addEventListener('message', again);
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      events.close();
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [key, cache]);

  useEffect(() => {
    if (over) takes.end(over);
    else if (data && !isPlaceholderData) takes.use({ code, story_board_id: data.story_board_id });
  }, [code, data, isPlaceholderData, over]);
  return { ...day, over };
}
