import { useEffect, useRef } from 'react';
import type { InputOf } from './call.ts';
import { openStream, type StreamHandlers, type StreamKey } from './stream.ts';

/** An event stream for as long as the component is there. `scope` reopens it: the same path may mean another space. */
export function useStream<K extends StreamKey>(
  key: K,
  input: InputOf<K>,
  handlers: StreamHandlers<K>,
  { enabled = true, scope = '' }: { enabled?: boolean; scope?: string } = {},
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const fixed = JSON.stringify(input);
  useEffect(() => {
    if (!enabled) return;
    return openStream(key, JSON.parse(fixed) as InputOf<K>, {
      onMessage: (data) => latest.current.onMessage?.(data),
      onResult: (data) => latest.current.onResult?.(data),
      onStepOutput: (data) => latest.current.onStepOutput?.(data),
      onError: (error) => latest.current.onError?.(error),
      onOpen: () => latest.current.onOpen?.(),
      onClose: () => latest.current.onClose?.(),
    });
  }, [key, fixed, enabled, scope]);
}
