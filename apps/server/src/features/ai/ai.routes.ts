import { PACKS, type PackName } from '@mixreel/ai';
import { markWorkflow, parseWorkflow, readWorkflow, type Workflow, WORKFLOW_MARKS } from '@mixreel/ai/providers';
import { AppError, type Engine as ToldEngine, ai as calls } from '@mixreel/contract';
import type { App } from '#context.ts';
import { implement } from '#http/route.ts';
import { abilities } from './abilities.ts';
import type { Ability, Engine } from './ability.ts';
import { askFor } from './ask-for.ts';
import { isCallback, tellCallback } from './callback.ts';
import { restOf, troubleOf } from './gate.ts';
import { enginesOf, priceOf, problemOf } from './registry.ts';
import { readUsage } from './usage.queries.ts';

const TEST_MS = 120_000;
/** A trial is nobody's: it is not booked to a space. */
const NOBODY = '';

type AnyAbility = Ability<unknown, unknown>;

export const aiRoutes = implement(calls, {
  async packs(_input, { shelf }) {
    return shelf.list();
  },

  async fetchPack({ pack }, { shelf, log }) {
    const name = requirePack(pack);
    // Not waited for: the page follows its progress, and the shelf keeps what went wrong.
    shelf.fetch(name).catch((error: unknown) => log.warn({ err: error, pack }, 'pack not fetched'));
    return stateOf(shelf, name);
  },

  async removePack({ pack }, { shelf }) {
    const name = requirePack(pack);
    await shelf.remove(name);
    return stateOf(shelf, name);
  },

  async abilities(_input, app) {
    const shown = abilities.filter((ability) => !ability.is_ahead || enginesOf(app, ability).length > 0);
    return shown.map((ability) => {
      const reason = problemOf(app, ability);
      const [first] = enginesOf(app, ability).filter((engine) => engine.problem() === null);
      return {
        ability: ability.ability,
        ability_name: ability.name,
        is_ready: reason === null,
        reason,
        is_built_in: first?.is_built_in ?? false,
        ...priceOf(app, ability),
      };
    });
  },

  async engines(_input, app) {
    const checked = abilities.flatMap((ability) => enginesOf(app, ability)).flatMap((engine) => engine.check?.() ?? []);
    await Promise.all(checked);
    return abilities.flatMap((ability) => enginesOf(app, ability).map((engine) => describe(app, ability, engine)));
  },

  async testEngine({ engine: name, ability: wanted }, app) {
    const ability = abilities.find((one) => one.ability === wanted);
    const engine = ability && enginesOf(app, ability).find((one) => one.engine === name);
    if (!ability || !engine) throw new AppError('not_found', '没有配置这个引擎');
    const began = performance.now();
    const signal = AbortSignal.any([app.signal, AbortSignal.timeout(TEST_MS)]);
    const passed = (is_ok: boolean, message: string) => {
      return { is_ok, milliseconds: Math.round(performance.now() - began), message };
    };
    try {
      const input = await ability.trial.input(app, engine, signal);
      const { output } = await askFor(
        app,
        ability,
        input,
        { space_id: NOBODY, signal },
        { engine: name, is_trial: true },
      );
      return passed(true, ability.trial.told(output));
    } catch (error) {
      if (error instanceof AppError) return passed(false, error.message);
      throw error;
    }
  },

  async workflow(which, app) {
    const { workflow, text, is_given } = await requireWorkflowPlace(app, which).read();
    const told = workflow ? tellWorkflow(workflow) : { marks: [], problem: null };
    return { ...told, workflow: text, is_given };
  },

  async readWorkflow({ workflow: text, is_marking }) {
    const { workflow, problem } = parseWorkflow(text);
    if (problem !== null) return { workflow: text, marks: [], problem };
    return is_marking ? tellWorkflow(markWorkflow(workflow)) : { ...tellWorkflow(workflow), workflow: text };
  },

  async setWorkflow({ workflow, ...which }, app) {
    await requireWorkflowPlace(app, which).give(workflow, app.user.user_uid);
    return {};
  },

  async callback({ our_job, our_proof }, app) {
    if (!isCallback(app, our_job, our_proof)) throw new AppError('not_found', '没有这个任务');
    await tellCallback(app, our_job);
    return {};
  },

  async usage({ days }, app) {
    const names = new Map(
      abilities.flatMap((ability) => enginesOf(app, ability)).map(({ engine, engine_name }) => [engine, engine_name]),
    );
    const rows = await readUsage(app.db, days);
    return rows.map((row) => {
      const ability = abilities.find((one) => one.ability === row.ability);
      const told = { ability_name: ability?.name ?? row.ability, unit: ability?.unit.name ?? '' };
      return { ...row, ...told, engine_name: names.get(row.engine) ?? row.engine };
    });
  },
});

function requireWorkflowPlace(app: App, which: { engine: string; ability: string }) {
  const ability = abilities.find((one) => one.ability === which.ability);
  const found = ability && enginesOf(app, ability).find(({ engine }) => engine === which.engine);
  if (!found?.workflow) throw new AppError('not_found', '没有配置这个引擎，或它不用工作流');
  return found.workflow;
}

function tellWorkflow(workflow: Workflow) {
  const { marks, problem } = readWorkflow(workflow);
  const named = marks.map((one) => ({ ...one, mark_name: WORKFLOW_MARKS[one.mark] }));
  return { workflow: JSON.stringify(workflow, null, 2), marks: named, problem };
}

function requirePack(name: string): PackName {
  const found = PACKS.find(({ pack }) => pack === name);
  if (!found) throw new AppError('not_found', '没有这个模型包');
  return found.pack;
}

function stateOf(shelf: App['shelf'], name: PackName) {
  const found = shelf.list().find(({ pack }) => pack === name);
  if (!found) throw new AppError('not_found', '没有这个模型包');
  return found;
}

function describe(app: App, { ability, name, unit }: AnyAbility, engine: Engine<unknown, unknown>): ToldEngine {
  const reason = engine.problem();
  const trouble = troubleOf(app, engine);
  return {
    engine: engine.engine,
    engine_name: engine.engine_name,
    ability,
    ability_name: name,
    is_built_in: engine.is_built_in,
    host: engine.host,
    is_ready: reason === null,
    reason,
    price: engine.price,
    price_unit: unit.price_name,
    has_workflow: engine.workflow !== undefined,
    at_once: Number.isFinite(engine.at_once) ? engine.at_once : null,
    trouble: trouble && {
      at: trouble.at.toISOString(),
      message: trouble.message,
      rests_s: Math.ceil(restOf(app, engine)),
    },
  };
}
