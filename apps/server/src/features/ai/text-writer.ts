import { type ChatAnswer, type ChatConfig, type ChatRequest, WRITE_WITH } from '@mixreel/ai/providers';
import { type Engine, outside, type Parts, type Service } from './ability.ts';
import { ownModel } from './own-model.ts';
import type { TextService } from './wish.ts';

/** Somebody who writes: what an engine of any ability is made of that is done by writing. */
export type TextWriter = Omit<Engine<never, never>, 'answer' | 'objects' | 'jobs'> & {
  can_see: boolean;
  /** Yuan for a million tokens that it writes; `price` is for those that it is sent. */
  price_out: number;
  say(
    request: ChatRequest,
    call: { signal: AbortSignal; onText?: ((text: string) => void) | undefined },
  ): Promise<ChatAnswer>;
};

/** All that write, in the order in which they are asked. Another kind is a file and a line here. */
export function textWriters(parts: Parts, services: Service[]): TextWriter[] {
  return [...serviceWriters(services, 'text'), ...ownModel(parts)];
}

export function serviceWriters(services: Service[], ability: string): TextWriter[] {
  return services.filter((service): service is TextService => service.ability === ability).map(serviceWriter);
}

function serviceWriter(service: TextService): TextWriter {
  const { url, key, model, app, json, extra, timeout_s, can_see, price, price_out = price } = service;
  const config: ChatConfig = { url, key, model, app, json, extra, timeout_ms: timeout_s * 1000 };
  return {
    ...outside(service),
    can_see,
    price_out,
    say: (request, call) => WRITE_WITH[service.kind](config, request, call),
  };
}
