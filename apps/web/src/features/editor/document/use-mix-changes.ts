import { useStream } from '#lib/use-stream.ts';

/** Parts of a mix of which the server may say something else now. Acts of others come by the document itself. */
const SAID = new Set(['mproject', 'shootings', 'narrations']);

/** Asks again what the server says of a mix when something about it has changed. */
export function useMixChanges(mproject_id: string, refresh: () => void): void {
  useStream(
    'mix.changes',
    { mproject_id },
    {
      onMessage: ({ part }) => {
        if (SAID.has(part)) refresh();
      },
      // What was said while the line was broken may have been missed.
      onOpen: refresh,
    },
  );
}
