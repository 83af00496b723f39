import { perApp } from '#memory.ts';
import type { Ability, Engine, Parts, Service } from './ability.ts';

const madeIn = perApp(() => new Map<string, Engine<unknown, unknown>[]>());

/** The engines of an ability, in the order in which they are asked. Made once for an app. */
export function enginesOf<I, O, S extends Service, E extends Engine<I, O>>(
  parts: Parts,
  ability: Ability<I, O, S, E>,
): E[] {
  const made = madeIn(parts);
  if (!made.has(ability.ability)) made.set(ability.ability, ability.engines(parts, parts.config.providers));
  return made.get(ability.ability) as E[];
}

/** Why nobody can do it now, in Chinese; null when somebody can. */
export function problemOf<I, O, S extends Service, E extends Engine<I, O>>(
  parts: Parts,
  ability: Ability<I, O, S, E>,
  suits: (engine: E) => boolean = () => true,
): string | null {
  const engines = enginesOf(parts, ability).filter(suits);
  const problems = engines.map((engine) => engine.problem());
  return problems.length === 0 ? nobodyDoes(ability) : (problems.find((one) => one === null) ?? problems[0] ?? null);
}

export function nobodyDoes({ name, or_else = '' }: Pick<Ability<unknown, unknown>, 'name' | 'or_else'>): string {
  return `还没有接入「${name}」服务，请管理员在服务器的 AI_PROVIDERS 里配置${or_else}`;
}

/** What as much as the unit says costs, in yuan; the dearest of those that may be asked. */
export function priceOf<I, O, S extends Service, E extends Engine<I, O>>(
  parts: Parts,
  ability: Ability<I, O, S, E>,
): { price: number; price_unit: string } {
  const prices = enginesOf(parts, ability).map(({ price }) => price);
  return { price: Math.max(0, ...prices), price_unit: ability.unit.price_name };
}
