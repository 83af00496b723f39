import { useEffect, useRef } from 'react';
import type { InputOf } from './call.ts';
import { follow, type StreamHandlers, type StreamKey } from './events.ts';
import { useSession } from './session.ts';

/** An event stream for as long as the component is there. */
export function useStream<K extends StreamKey>(
  key: K,
  input: InputOf<K>,
  handlers: StreamHandlers<K>,
  { enabled = true }: { enabled?: boolean } = {},
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const fixed = JSON.stringify(input);
  // Another person hears other things at the same address.
  const user_uid = useSession((state) => state.user_info?.user_uid);
  useEffect(() => {
    if (!enabled || user_uid === undefined) return;
    return follow(key, JSON.parse(fixed) as InputOf<K>, {
      onMessage: (data) => latest.current.onMessage?.(data),
      onResult: (data) => latest.current.onResult?.(data),
      onStepOutput: (data) => latest.current.onStepOutput?.(data),
      onError: (error) => latest.current.onError?.(error),
      onOpen: () => latest.current.onOpen?.(),
      onClose: () => latest.current.onClose?.(),
    });
  }, [key, fixed, enabled, user_uid]);
}
