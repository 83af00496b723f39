import type { z } from 'zod';
import type { App } from '#context.ts';
import type { Asker } from './ability.ts';
import { askFor, type Done } from './ask-for.ts';
import { readPartialJson } from './json-text.ts';
import { problemOf } from './registry.ts';
import { text } from './text.ability.ts';
import type { Wish } from './wish.ts';

const TOKENS = 4000;
const TEMPERATURE = 0.7;

type Asked<T> = Pick<Wish, 'messages'> &
  Partial<Pick<Wish, 'max_tokens' | 'temperature'>> & {
    /** What the answer has to be; its descriptions reach the model. Null: plain words. */
    answer: z.ZodType<T> | null;
    /** As it is written: what can be read of the answer so far, unchecked, and all its text. */
    onPart?: (partial: unknown, text: string) => void;
  };
type Written<T> = Omit<Done<unknown>, 'output'> & { value: T };

/** Lets a model write something, and answers it as the schema reads it. */
export async function write<T>(app: App, asker: Asker, asked: Asked<T> & { answer: z.ZodType<T> }): Promise<Written<T>>;
export async function write(app: App, asker: Asker, asked: Asked<string> & { answer: null }): Promise<Written<string>>;
export async function write<T>(app: App, asker: Asker, asked: Asked<T>): Promise<Written<unknown>> {
  const { messages, answer, max_tokens = TOKENS, temperature = TEMPERATURE, onPart } = asked;
  const told = onPart && ((so_far: string) => onPart(answer ? readPartialJson(so_far) : so_far, so_far));
  const { output, ...done } = await askFor(
    app,
    text,
    { messages, answer, max_tokens, temperature },
    asker,
    told ? { onPart: told } : {},
  );
  return { ...done, value: output.value };
}

/** Why no model can write now, in Chinese; null when one can. */
export function canWrite(app: App, { pictures = false } = {}): string | null {
  return problemOf(app, text, (engine) => engine.can_see || !pictures);
}
