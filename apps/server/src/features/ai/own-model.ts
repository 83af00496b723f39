import { OWN_MODEL, type Parts } from './ability.ts';
import type { TextWriter } from './text-writer.ts';

/** The language model that an administrator put into the folder `chat`, where there is one. */
export function ownModel({ ai }: Pick<Parts, 'ai'>): TextWriter[] {
  const state = ai.chat.state();
  if (!state) return [];
  return [
    {
      engine: OWN_MODEL,
      engine_name: state.name,
      is_built_in: false,
      host: null,
      account: OWN_MODEL,
      // One process, and a context for one: others wait.
      at_once: 1,
      price: 0,
      price_out: 0,
      can_see: false,
      problem: () => ai.chat.state()?.problem ?? null,
      check: () => ai.chat.check(),
      say: (request, call) => ai.chat.write(request, call),
    },
  ];
}
