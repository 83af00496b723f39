import type { GivenFile, Look, Ticket } from '@mixreel/ai/providers';
import { z } from 'zod';
import type { App } from '#context.ts';
import type { WorkflowPlace } from './workflow.ts';

/** Who wants something done: the space pays for it, and the signal ends it. */
export type Asker = { space_id: string; signal: AbortSignal };

/** What an engine is made of, besides its settings. */
export type Parts = Pick<App, 'ai' | 'shelf' | 'config' | 'tools' | 'scratch' | 'memory' | 'db'>;

/** `onPart` is told the text so far and `onProgress` how much is done, 0 to 1, by engines that can tell. */
export type Call = {
  signal: AbortSignal;
  onPart?: ((text: string) => void) | undefined;
  onProgress?: ((done: number) => void) | undefined;
};

/** `amount` in the ability's unit and `cost` in yuan only where the engine knows better than the ability. */
export type Answer<O> = { output: O; amount?: number; cost?: number; cpu_seconds?: number };

/** Something that carries out an ability: built in, or a service that was configured. */
export type Engine<I, O> = {
  engine: string;
  engine_name: string;
  is_built_in: boolean;
  /** Of the service; null for what is built in. */
  host: string | null;
  /** Engines of one account share its limits: how much it does at once, and that it has to rest. */
  account: string;
  at_once: number;
  /** Yuan for as much as the ability's unit says. */
  price: number;
  /** Why it cannot be used now, in Chinese; null when it can. */
  problem(): string | null;
  /** Finds out whether it can be used and what it can do, where that takes a look elsewhere. */
  check?(): Promise<void>;
  /** What it runs is given by an administrator. */
  workflow?: WorkflowPlace;
  /** What it makes is of another kind: it is asked only where somebody chose it, never in the place of others. */
  is_apart?: boolean;
  /** Why this is nothing for it, in Chinese; another engine may do it. */
  objects?(input: I): string | null;
  /** How much of the unit it does for this, where that is another than the ability says. */
  amountOf?(input: I): number;
  answer(input: I, call: Call): Promise<Answer<O>>;
  /** Where it takes a job and is asked for it later. */
  jobs?: Jobs<I, O>;
};

export type Jobs<I, O> = {
  submit(input: I, signal: AbortSignal, callback?: string | null): Promise<Ticket>;
  look(ticket: Ticket, signal: AbortSignal): Promise<Look<O>>;
  cancel?(ticket: Ticket, signal: AbortSignal): Promise<void>;
  /** How soon it is asked for the first time. */
  poll_ms: number;
  /** How long it may take until a person is told. */
  longest_ms: number;
};

/** What people may ask for, whoever does it: the one place that knows what goes in and out and what it costs. */
export type Ability<I, O, S extends Service = Service, E extends Engine<I, O> = Engine<I, O>> = {
  ability: string;
  name: string;
  /** Its limits are in it: what does not fit is refused before anybody is asked. */
  input: z.ZodType<I>;
  output: z.ZodType<O>;
  unit: Unit;
  /** What a machine made of it is labelled as; null: it only tells what is there. */
  makes: 'sound' | 'text' | 'picture' | 'video' | null;
  /** Pages do without: it is shown where a service was configured for it. */
  is_ahead?: boolean;
  /** The files that come of it: copied to the space at once, labelled, and never asked for twice (`carry-out.ts`). */
  files?(output: O): GivenFile[];
  /** What has to be known of the files later, kept with them. */
  keeps?(output: O): Record<string, unknown>;
  /** What a person should know of what came of it, in Chinese. */
  noteOf?(output: O): string | null;
  /** What does it, besides a service, if an administrator gives it. */
  or_else?: string;
  /** What an entry of AI_PROVIDERS for it says. */
  service: z.ZodType<S>;
  /** Those of the machine and of the configured services, in the order in which they are asked. */
  engines(parts: Parts, services: Service[]): E[];
  /** How much was done, in the unit. */
  amountOf(input: I, output: O): number;
  /** Something small that really is done, to see whether an engine works; says what came of it. */
  trial: { input(app: App, engine: E, signal: AbortSignal): Promise<I>; told(output: O): string };
};

/** Mono sound. */
export const Samples = z.custom<Float32Array>((value) => value instanceof Float32Array, '应为声音');

/** Bytes of a file. */
export const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, '应为文件');

/** What is counted, and for how many of it a price is told. */
export type Unit = { name: string; price_per: number; price_name: string };

export function defineAbility<I, O, S extends Service, E extends Engine<I, O>>(
  ability: Ability<I, O, S, E>,
): Ability<I, O, S, E> {
  return ability;
}

const EngineName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, '应为小写字母、数字和短横线')
  .refine((name) => name !== BUILT_IN, 'builtin 是内置引擎的名字')
  .refine((name) => name !== OWN_MODEL, 'own-model 是自备模型的名字');

/** What every entry of AI_PROVIDERS says, whatever it does. */
export const Service = z.object({
  ability: z.string(),
  kind: z.string(),
  engine: EngineName,
  name: z.string().min(1).max(50),
  url: z
    .url({ protocol: /^(https?|wss?)$/, error: '应为 http(s) 或 ws(s) 地址' })
    .transform((url) => url.replace(/\/$/, '')),
  key: z.string().max(2000).default(''),
  model: z.string().max(200).default(''),
  app: z.string().max(200).default(''),
  price: z.number().min(0).default(0),
  at_once: z.int().min(1).max(1000).default(4),
});
export type Service = z.output<typeof Service>;

/** Of services that take jobs: how long one may take until a person is told. */
export const Longest = z.number().min(0.1).max(86_400).default(1800);

/** The kinds of service that a table of clients knows. */
export function kindOf<K extends string>(clients: Record<K, unknown>): z.ZodType<K> {
  const kinds = Object.keys(clients) as K[];
  return z.enum(kinds as [K, ...K[]], `应为 ${kinds.join('、')} 之一`);
}

export const BUILT_IN = 'builtin';
/** What an administrator put into a folder of the machine (`own-model.ts`). */
export const OWN_MODEL = 'own-model';
export const OR_OWN_MODEL = '，或放一个自备模型（见 README）';
export const BUILT_IN_NAME = '内置引擎';

/** What all built-in engines have in common. They share this machine, whose queue and processes limit them already. */
export const builtIn = {
  engine: BUILT_IN,
  engine_name: BUILT_IN_NAME,
  is_built_in: true,
  host: null,
  account: BUILT_IN,
  at_once: Infinity,
  price: 0,
};

/** What all engines have in common that a service carries out. */
export function outside({ engine, name, url, key, app, at_once, price }: Service) {
  const { host } = new URL(url);
  // One key is one account, whichever abilities use it.
  const account = `${host} ${key} ${app}`;
  return { engine, engine_name: name, is_built_in: false, host, account, at_once, price, problem: () => null };
}
