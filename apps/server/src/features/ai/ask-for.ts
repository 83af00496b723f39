import { AiError, type AiFailure, PackMissing } from '@mixreel/ai';
import { ProviderError, type ProviderFailure } from '@mixreel/ai/providers';
import { AppError, fieldMessages } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import type { Ability, Answer, Asker, Call, Engine, Service } from './ability.ts';
import { closedFor, restOf, tellTrouble, tellWell, throughGate } from './gate.ts';
import { toRefusal, Wasted } from './refusal.ts';
import { enginesOf, nobodyDoes } from './registry.ts';
import { addUsage } from './usage.queries.ts';

/** Who did it, for how much; `note` says, in Chinese, that another engine had to step in. */
export type Done<O> = {
  output: O;
  engine: string;
  engine_name: string;
  is_built_in: boolean;
  amount: number;
  cost: number;
  /** Whether what came of it has to be labelled as a machine's work. */
  ai_origin: boolean;
  note: string | null;
};

/** Nobody did it. `causes` are what each engine that was asked said, in order. */
export class AbilityFailed extends AppError {
  readonly causes: unknown[];

  constructor(refusal: AppError, causes: unknown[]) {
    super(refusal.error, refusal.message, refusal.data);
    this.causes = causes;
  }
}

/** It was made, perhaps paid, and is not here: nobody else is asked to make it, too. */
export class NotKept extends AppError {}

type Options<E> = {
  /** Only by this one: a voice has no other engine. */
  engine?: string;
  /** To see whether it works: also one that wants to be left alone. */
  is_trial?: boolean;
  /** Only by such. */
  suits?: (engine: E) => boolean;
};

type Needs = Pick<App, 'ai' | 'shelf' | 'config' | 'tools' | 'scratch' | 'memory' | 'db' | 'log' | 'purse'>;

/**
 * The one way to ask for something that models do. The engines are asked one after another until one has done it; those that
 * are in trouble last. What it took is booked to the space, whoever did it.
 */
export async function askFor<I, O, S extends Service, E extends Engine<I, O>>(
  app: Needs,
  ability: Ability<I, O, S, E>,
  given: I,
  asker: Asker,
  { onPart, ...options }: Options<E> & Pick<Call, 'onPart'> = {},
): Promise<Done<O>> {
  const { signal } = asker;
  return byEngines(app, ability, given, asker, options, async (engine, input) => {
    const answer = await throughGate(app, engine, signal, () => engine.answer(input, { signal, onPart }));
    const done = doneBy(ability, engine, input, answer);
    if (asker.space_id) await book(app.db, ability, asker, done, answer);
    await app.purse?.pay(done.cost);
    return done;
  });
}

type Attempt<I, O, E> = (engine: E, input: I, note: string | null) => Promise<Omit<Done<O>, 'note'>>;

/** Lets one engine after another try it, in the order of their health, until it is done or must not be tried any more. */
export async function byEngines<I, O, S extends Service, E extends Engine<I, O>>(
  app: Needs,
  ability: Ability<I, O, S, E>,
  given: I,
  asker: Asker,
  { engine: only, is_trial = false, suits = () => true }: Options<E>,
  attempt: Attempt<I, O, E>,
): Promise<Done<O>> {
  const input = requireInput(ability, given);
  const engines = enginesOf(app, ability).filter((one) => suits(one) && (only ? one.engine === only : !one.is_apart));
  if (engines.length === 0) throw new AppError('no_engine', nobodyDoes(ability));
  const causes: unknown[] = [];
  const passed: string[] = [];
  for (const engine of inOrder(app, engines)) {
    // What it can do stands in it, and another process may have been given another.
    await engine.workflow?.read();
    const hindrance = is_trial ? null : hindranceOf(app, engine, input);
    if (hindrance) {
      causes.push(hindrance);
      passed.push(`「${engine.engine_name}」${hindrance.message}`);
      continue;
    }
    try {
      const note = passed.length > 0 ? `${passed.join('，')}，这次由「${engine.engine_name}」完成` : null;
      const done = await attempt(engine, input, note);
      tellWell(app, engine);
      return { ...done, note };
    } catch (error) {
      asker.signal.throwIfAborted();
      if (error instanceof NotKept || !toRefusal(error)) throw error;
      await noteFailure(app, ability, engine, asker, error);
      causes.push(error);
      if (isFinal(error)) break;
      passed.push(`「${engine.engine_name}」${shortly(error)}`);
    }
  }
  throw failed(causes);
}

function requireInput<I>({ input }: Pick<Ability<I, unknown>, 'input'>, given: I): I {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', Object.values(fieldMessages(parsed.error))[0]);
}

/** Those that are well first; the order is theirs otherwise. */
function inOrder<E extends Engine<never, unknown>>(app: Needs, engines: E[]): E[] {
  return engines.toSorted((a, b) => Number(restOf(app, a) > 0) - Number(restOf(app, b) > 0));
}

/** Why it need not be asked. What is built in refuses by itself, and says what it waits for. */
function hindranceOf<I>(app: Needs, engine: Engine<I, unknown>, input: I): AppError | null {
  const problem = engine.is_built_in ? null : (engine.problem() ?? engine.objects?.(input) ?? null);
  if (problem) return new AppError('ai_failed', problem);
  const closed_s = Math.ceil(closedFor(app, engine));
  return closed_s > 0 ? new AppError('ai_failed', `正忙，请 ${closed_s} 秒后再试`) : null;
}

export function doneBy<I, O>(
  { output: Output, unit, amountOf, makes }: Ability<I, O>,
  { engine, engine_name, is_built_in, price, amountOf: amountBy }: Engine<I, O>,
  input: I,
  answer: Answer<O>,
): Omit<Done<O>, 'note'> {
  const parsed = Output.safeParse(answer.output);
  if (!parsed.success) throw new ProviderError('bad-answer', JSON.stringify(fieldMessages(parsed.error)));
  const { amount = amountBy?.(input) ?? amountOf(input, parsed.data) } = answer;
  const { cost = (amount / unit.price_per) * price } = answer;
  return { output: parsed.data, engine, engine_name, is_built_in, amount, cost, ai_origin: makes !== null };
}

type Booked = Pick<Ability<unknown, unknown>, 'ability'>;
type By = Pick<Engine<unknown, unknown>, 'engine' | 'engine_name' | 'account' | 'at_once' | 'is_built_in'>;

/** What is built in has no account: it is asked again at once, whatever happened. A file that is no model says so itself. */
function isTrouble({ is_built_in }: By, error: unknown): error is ProviderError | AiError {
  if (error instanceof ProviderError) return true;
  return error instanceof AiError && !is_built_in && error.kind !== 'bad-model';
}

/** Books what somebody has to pay. */
export async function book(
  db: Queryable,
  { ability }: Booked,
  { space_id }: Pick<Asker, 'space_id'>,
  { engine, amount, cost }: Pick<Done<unknown>, 'engine' | 'amount' | 'cost'>,
  { cpu_seconds = 0 }: { cpu_seconds?: number } = {},
): Promise<void> {
  await addUsage(db, { space_id, engine, ability }, { calls: 1, amount, cost, cpu_seconds });
}

async function noteFailure(app: Needs, { ability }: Booked, engine: By, { space_id }: Asker, error: unknown) {
  if (error instanceof PackMissing) return;
  app.log.warn({ err: error, ability, engine: engine.engine }, 'an engine did not do it');
  if (isTrouble(engine, error)) tellTrouble(app, engine, error);
  const spent = error instanceof Wasted ? error.spent : { cost: 0 };
  await app.purse?.pay(spent.cost);
  const usage = { calls: 1, failures: 1, ...spent };
  if (space_id) await addUsage(app.db, { space_id, engine: engine.engine, ability }, usage);
}

/**
 * Another engine would refuse it as well, or must not be tried: what one finds improper is not shown around, and what one may
 * be working on is not given to another.
 */
function isFinal(error: unknown): boolean {
  if (error instanceof ProviderError) return FINAL.includes(error.kind);
  return toRefusal(error)?.error === 'invalid';
}

const FINAL: ProviderFailure[] = ['refused-content', 'unclear', 'unfinished'];

const SHORTLY: Partial<Record<ProviderFailure | AiFailure, string>> = {
  'refused-key': '拒绝了密钥',
  'no-credit': '余额不足',
  'no-model': '没有配置的模型',
  busy: '正忙',
  unreachable: '连接不上',
  late: '没有及时答复',
  cut: '中途断了',
  'bad-answer': '的回答不能用',
  'bad-model': '不能用',
  'too-much': '一次记不住这么多',
  memory: '内存不足',
  crashed: '意外退出',
};

function shortly(error: unknown): string {
  return (error instanceof ProviderError || error instanceof AiError ? SHORTLY[error.kind] : null) ?? '没有完成';
}

/** What the first service said is what somebody can do something about; that a model is on its way only where that is all. */
function failed(causes: unknown[]): AbilityFailed {
  const told = causes.at(-1) instanceof ProviderError && isFinal(causes.at(-1)) ? causes.at(-1) : null;
  const first = told ?? causes.find((cause) => !(cause instanceof PackMissing)) ?? causes[0];
  return new AbilityFailed(toRefusal(first) ?? new AppError('ai_failed'), causes);
}
