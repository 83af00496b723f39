import type { AtOnce, ByJob } from '@mixreel/ai/providers';
import { type Engine, type Jobs, outside, type Service } from './ability.ts';
import { untilMade } from './poll.ts';

type Client<C, I, O> = AtOnce<C, I, O> | ByJob<C, I, O>;
type Made<C, R, I, O> = {
  client: Client<C, R, O>;
  config: C;
  toRequest(input: I): R | Promise<R>;
  poll_ms: number;
  timeout_ms: number;
  longest_ms: number;
};

/** A client of a service as an engine, whether it answers at once or takes jobs. */
export function clientEngine<C, R, I, O>(
  service: Service,
  { client, config, toRequest, poll_ms, timeout_ms, longest_ms }: Made<C, R, I, O>,
): Engine<I, O> {
  const common = outside(service);
  if ('answer' in client) {
    return {
      ...common,
      answer: async (input, { signal }) => ({ output: await client.answer(config, await toRequest(input), signal) }),
    };
  }
  const { cancel } = client;
  const jobs: Jobs<I, O> = {
    poll_ms,
    longest_ms,
    submit: async (input, signal, callback) => client.submit(config, await toRequest(input), signal, callback),
    look: (ticket, signal) => client.look(config, ticket, signal),
    ...(cancel && { cancel: (ticket, signal) => cancel(config, ticket, signal) }),
  };
  return {
    ...common,
    jobs,
    async answer(input, { signal }) {
      const ticket = await jobs.submit(input, signal);
      return { output: await untilMade(jobs, ticket, { signal, until: Date.now() + timeout_ms }) };
    },
  };
}
