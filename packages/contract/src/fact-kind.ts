import { type Fields, type Kind, RANK, recordsOf, rowsOf, type State } from '@mixreel/document';
import { z } from 'zod';
import { Fact, FACTS_MAX } from './fact.ts';
import { shorten } from './shorten.ts';
import { Id, Time } from './wire.ts';

/** Where titles stand: they belong to no row and no shooting. */
export const TITLE_PLACE = 'title';

/** Somebody lets a place say otherwise than the sheet, and answers for it. It counts for exactly this difference. */
export const FactAcceptance = z.object({
  acceptance_id: Id,
  /** A row of a board, a shooting of a mix, or its titles. */
  place_id: Id,
  said: z.string().min(1).max(200),
  sheet: z.string().min(1).max(200),
  accepted_by: Id,
  accepted_by_name: z.string().max(100),
  accepted_at: Time,
});
export type FactAcceptance = z.infer<typeof FactAcceptance>;

/** What is locked in a document, and what of it may be said otherwise where. */
export type FactSheet = { facts: readonly Fact[]; acceptances: readonly FactAcceptance[] };

const ACCEPTANCES_MAX = 1000;

/** The tables of every kind of document that carries facts. */
export const FACT_TABLES: Kind['tables'] = {
  fact: {
    noun: '产品事实',
    measure: '条',
    record: Fact.omit({ id: true }).extend({ rank: z.string().regex(RANK, '顺序不对') }),
    depth: { source: 1 },
    most: FACTS_MAX,
    place: ['rank'],
    fields: {
      kind: '类别',
      text: '内容',
      value: '内容',
      unit: '内容',
      source: '出处',
      locked: '锁定',
      rank: '位置',
    },
    nameOf: ({ text }) => shorten(text as string),
  },
  acceptance: {
    noun: '与资料不一致的说法',
    measure: '处',
    record: FactAcceptance.omit({ acceptance_id: true }),
    most: ACCEPTANCES_MAX,
    fields: {},
    nameOf: ({ said }) => shorten(said as string),
  },
};

/** The facts of a document in their order, and what was accepted. */
export function factSheetOf(state: State): { facts: Fact[]; acceptances: FactAcceptance[] } {
  return {
    facts: listOf(facts, state['fact'], () => rowsOf<Fact>(state, 'fact', 'id')),
    acceptances: listOf(acceptances, state['acceptance'], (table) =>
      Object.entries(table).map(([acceptance_id, record]) => ({ acceptance_id, ...record }) as FactAcceptance),
    ),
  };
}

type Records = State[string];
const NOTHING: Records = {};
const facts = new WeakMap<Records, Fact[]>();
const acceptances = new WeakMap<Records, FactAcceptance[]>();

/** The same list for whoever shows it, as long as nothing in it has changed. */
function listOf<T>(known: WeakMap<Records, T[]>, table: Records = NOTHING, make: (table: Records) => T[]): T[] {
  const list = known.get(table) ?? make(table);
  known.set(table, list);
  return list;
}

/** Both as records, by their ids. */
export function factRecords({ facts, acceptances }: FactSheet, before: State = {}): State {
  return {
    fact: recordsOf(facts, 'id', before['fact']),
    acceptance: Object.fromEntries(
      acceptances.map(({ acceptance_id, ...record }) => [acceptance_id, record as Fields]),
    ),
  };
}
