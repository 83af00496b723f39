import type { GenerationEngine } from '@mixreel/contract';
import type { Ability, Engine, Parts, Service } from '#features/ai/ability.ts';
import { enginesOf } from '#features/ai/registry.ts';

/** Those that may be chosen for an ability, in the order in which they are asked, each with what it can do. */
export async function tellEngines<I, O, S extends Service, E extends Engine<I, O>, C>(
  parts: Parts,
  ability: Ability<I, O, S, E>,
  canOf: (engine: E) => C,
): Promise<GenerationEngine<C>[]> {
  const engines = enginesOf(parts, ability);
  await Promise.all(engines.flatMap((one) => one.check?.() ?? []));
  return engines.map((one) => {
    const { engine, engine_name, is_built_in, price } = one;
    const reason = one.problem();
    const told = { engine, engine_name, is_built_in, is_ready: reason === null, reason, price };
    return { ...told, price_unit: ability.unit.price_name, can: canOf(one) };
  });
}
