import { useEffect, useRef } from 'react';
import type { InputOf } from './call.ts';
import { openSharedStream } from './shared-stream.ts';
import { openStream, type StreamHandlers, type StreamKey } from './stream.ts';

/**
 * An event stream for as long as the component is there. `scope` reopens it: the same path may mean another space.
 * With `is_shared` all tabs of the browser use one connection.
 */
export function useStream<K extends StreamKey>(
  key: K,
  input: InputOf<K>,
  handlers: StreamHandlers<K>,
  { enabled = true, scope = '', is_shared = false }: { enabled?: boolean; scope?: string; is_shared?: boolean } = {},
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const fixed = JSON.stringify(input);
  useEffect(() => {
    if (!enabled) return;
    const followed: StreamHandlers<K> = {
      onMessage: (data) => latest.current.onMessage?.(data),
      onResult: (data) => latest.current.onResult?.(data),
      onStepOutput: (data) => latest.current.onStepOutput?.(data),
      onError: (error) => latest.current.onError?.(error),
      onOpen: () => latest.current.onOpen?.(),
      onClose: () => latest.current.onClose?.(),
    };
    const given = JSON.parse(fixed) as InputOf<K>;
    return is_shared ? openSharedStream(key, given, followed, scope) : openStream(key, given, followed);
  }, [key, fixed, enabled, scope, is_shared]);
}
