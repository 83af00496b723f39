import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Kind } from './kind.ts';
import type { Operation, State } from './operation.ts';
import { applyAll, crossAll, invertAll, merge, readAt } from './operation.ts';
import { placeActs, type Request } from './order.ts';
import { type OrderedAct, Session } from './session.ts';
import { diffText } from './text.ts';

/** `npm run bench document` plays more of them. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 2000);

const EMPTY: State = { board: { b: { name: '', config: {} } }, row: {} };

/** The server: orders acts, knows each by its id. */
class Log {
  state = EMPTY;
  readonly acts: OrderedAct[] = [];

  take(request: Request): void {
    const placed = placeActs(this.state, request, this.acts.slice(request.sequence));
    this.state = placed.state;
    this.acts.push(...placed.acts);
  }
}

type Person = {
  session: Session;
  /** What is on its way to the server and from it. */
  up: ReturnType<Session['send']>[];
  seen: number;
};

const step = fc.record({
  who: fc.nat({ max: 4 }),
  what: fc.constantFrom(
    'type',
    'type',
    'add',
    'remove',
    'set',
    'nest',
    'undo',
    'redo',
    'send',
    'arrive',
    'drop',
    'hear',
    'hear',
  ),
  at: fc.nat({ max: 100 }),
  text: fc.string({ unit: fc.constantFrom('a', '好', '😀'), maxLength: 4 }),
});

function play(people: number, steps: { who: number; what: string; at: number; text: string }[]) {
  const log = new Log();
  let ids = 0;
  const newId = () => `id${(ids += 1)}`;
  const all: Person[] = Array.from({ length: people }, () => ({
    session: new Session({ state: EMPTY, sequence: 0, newId }),
    up: [],
    seen: 0,
  }));
  const hear = (person: Person) => {
    const next = log.acts[person.session.sequence];
    if (next) person.session.receive(next);
  };
  for (const { who, what, at, text } of steps) {
    const person = all[who % people]!;
    const { session } = person;
    const rows = Object.keys(session.state['row'] ?? {});
    const id = rows[at % Math.max(1, rows.length)];
    if (what === 'add') {
      session.act([{ do: 'add', table: 'row', id: newId(), record: { line: text, note: null, config: {} } }]);
    } else if (what === 'remove' && id) session.act([{ do: 'remove', table: 'row', id }]);
    else if (what === 'set' && id) session.act([{ do: 'set', table: 'row', id, path: ['note'], value: text }]);
    else if (what === 'nest' && id) {
      const path = at % 2 ? ['config', 'voice', 'rate'] : ['config', 'voice'];
      const value = at % 3 === 0 ? null : at % 2 ? at : { rate: at, pitch: 1 };
      session.act([{ do: 'set', table: 'row', id, path, value }]);
    } else if (what === 'type' && id) {
      const line = readAt(session.state['row']![id]!, ['line']) as string;
      const from = at % (line.length + 1);
      const edit = diffText(line, line.slice(0, from) + text + line.slice(from + (at % 3)), from + text.length);
      session.act([{ do: 'type', table: 'row', id, path: ['line'], edit }], { joins: at % 4 === 0 });
    } else if (what === 'undo' || what === 'redo') session.step(what);
    else if (what === 'send') {
      const sent = session.send();
      if (sent) person.up.push(structuredClone(sent));
    } else if (what === 'arrive') {
      const sent = person.up.shift();
      if (sent) log.take(sent);
    } else if (what === 'drop' && person.up.length > 0) {
      // Lost on the way there, or only its answer was.
      if (at % 2) log.take(person.up[0]!);
      person.up = [];
      session.sendAgain();
    } else if (what === 'hear') hear(person);
  }
  // In the end everything arrives.
  for (let round = 0; round < 3; round += 1) {
    for (const person of all) {
      person.session.sendAgain();
      for (let sent = person.session.send(); sent; sent = person.session.send()) {
        log.take(sent);
        while (person.session.sequence < log.acts.length) hear(person);
      }
    }
  }
  for (const person of all) while (person.session.sequence < log.acts.length) hear(person);
  return { log, all };
}

test('whatever people do, in whatever order it arrives, all end with the same document', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), fc.array(step, { maxLength: 60, size: 'max' }), (people, steps) => {
      const { log, all } = play(people, steps);
      for (const { session } of all) {
        expect(session.state).toEqual(log.state);
        expect(session.isSaved).toBe(true);
      }
      expect(
        applyAll(
          EMPTY,
          log.acts.flatMap((act) => act.operations),
        ),
      ).toEqual(log.state);
    }),
    { numRuns: SCHEDULES },
  );
});

const wholeBoard = (value: string) =>
  Array.from({ length: 2000 }, (_, n) => {
    return { do: 'set' as const, table: 'row', id: `r${n % 500}`, path: [`${n % 4}`], value };
  });

test('two who fill a whole board at once are brought together row by row, not each cell with every other', () => {
  let looked = 0;
  const crossed = crossAll(wholeBoard('mine'), wholeBoard('theirs'), (mine, theirs) => {
    looked += 1;
    return merge(mine, theirs);
  });
  expect(crossed).toEqual({ after: wholeBoard('mine'), before: [], lost: [] });
  expect(looked).toBeLessThanOrEqual(500 * 4 * 4);
});

const operationOn = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    path: fc.constantFrom(['note'], ['config', 'a'], ['config', 'a', 'b']),
    value: fc.constantFrom(null, 1, 'x', { b: 2 }),
  }),
  fc.record({ do: fc.constant('remove' as const) }),
  fc.record({ do: fc.constant('add' as const), record: fc.constant({ line: 'neu', note: null, config: {} }) }),
  fc.record({
    do: fc.constant('type' as const),
    path: fc.constant(['line']),
    edit: fc.constantFrom(['a'], [1, -1], [2, '好']),
  }),
);

test('what takes operations back gives the document that was', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('r', 's'), operationOn), { maxLength: 6 }), (list) => {
      const start: State = { row: { r: { line: 'abc', note: null, config: { a: { b: 1 } } } } };
      const operations = list.map(([id, one]) => ({ ...one, table: 'row', id })) as Operation[];
      expect(applyAll(applyAll(start, operations), invertAll(start, operations))).toEqual(start);
    }),
    { numRuns: SCHEDULES },
  );
});

/** Two people on one row; `turns` are what each types or takes back, and each hears the other at once or only at the end. */
function writeTogether(turns: { who: number; at: number; length: number; isUndo: boolean; hears: boolean }[]) {
  const log = new Log();
  let ids = 0;
  const newId = () => `id${(ids += 1)}`;
  log.take({ sequence: 0, acts: [{ act_id: 'first', operations: [rowOf('abcdef')] }] });
  const start = { state: log.state, sequence: 1, newId };
  const people = [new Session(start), new Session(start)];
  const catchUp = (session: Session) => {
    for (let sent = session.send(); sent; sent = session.send()) {
      log.take(sent);
      for (const act of log.acts.slice(session.sequence)) session.receive(act);
    }
    for (const act of log.acts.slice(session.sequence)) session.receive(act);
  };
  const typed: Set<string>[] = [new Set(), new Set()];
  const removed = new Set<string>();
  let code = 0x4e00;
  for (const { who, at, length, isUndo, hears } of turns) {
    const session = people[who]!;
    if (isUndo) {
      const before = lineOf(session);
      session.step('undo');
      const after = lineOf(session);
      for (const letter of typed[who]!) if (before.includes(letter) && !after.includes(letter)) removed.add(letter);
    } else {
      const line = lineOf(session);
      const from = at % (line.length + 1);
      const gone = line.slice(from, from + length);
      for (const letter of gone) removed.add(letter);
      const letter = String.fromCharCode((code += 1));
      typed[who]!.add(letter);
      const edit = diffText(line, line.slice(0, from) + letter + line.slice(from + gone.length), from + 1);
      session.act([{ do: 'type', table: 'row', id: 'r', path: ['line'], edit }]);
    }
    if (hears) for (const one of people) catchUp(one);
  }
  for (const one of [...people, ...people]) catchUp(one);
  return { line: lineOf(people[0]!), typed, removed, people };
}

const rowOf = (line: string): Operation => ({ do: 'add', table: 'row', id: 'r', record: { line, note: null } });
const lineOf = (session: Session) => readAt(session.state['row']!['r']!, ['line']) as string;
const turn = fc.record({
  who: fc.nat({ max: 1 }),
  at: fc.nat({ max: 20 }),
  length: fc.nat({ max: 2 }),
  isUndo: fc.boolean(),
  hears: fc.boolean(),
});

/** One replaces letters between which the other writes, and takes that back before hearing of it. */
const TAKEN_BACK_UNDER_OTHERS = [
  { who: 0, at: 0, length: 2, isUndo: false, hears: false },
  { who: 1, at: 5, length: 0, isUndo: false, hears: false },
  { who: 1, at: 0, length: 0, isUndo: false, hears: true },
  { who: 0, at: 16, length: 0, isUndo: false, hears: false },
  { who: 0, at: 10, length: 2, isUndo: false, hears: false },
  { who: 0, at: 0, length: 0, isUndo: true, hears: true },
  { who: 0, at: 0, length: 0, isUndo: true, hears: false },
];

test('no letter is lost that nobody took out, whoever undoes what', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 25, size: 'max' }), (turns) => {
      const { line, typed, removed } = writeTogether(turns);
      const lost = [...typed[0]!, ...typed[1]!].filter((letter) => !removed.has(letter) && !line.includes(letter));
      expect(lost).toEqual([]);
    }),
    { numRuns: SCHEDULES, examples: [[TAKEN_BACK_UNDER_OTHERS]] },
  );
});

test('undo takes back all of one’s own and nothing of anybody else', () => {
  const typing = turn.map((one) => ({ ...one, isUndo: false, length: 0 }));
  fc.assert(
    fc.property(fc.array(typing, { maxLength: 20, size: 'max' }), (turns) => {
      const { people, typed, line } = writeTogether(turns);
      while (people[0]!.next('undo')) people[0]!.step('undo');
      expect(lineOf(people[0]!)).toBe(
        line
          .split('')
          .filter((letter) => !typed[0]!.has(letter))
          .join(''),
      );
      while (people[0]!.next('redo')) people[0]!.step('redo');
      expect(lineOf(people[0]!)).toBe(line);
    }),
    { numRuns: SCHEDULES },
  );
});

function note(session: Session, value: string): void {
  session.act([{ do: 'set', table: 'row', id: 'r', path: ['note'], value }]);
}

test('a field that somebody else has set since stays theirs when one undoes', () => {
  const log = new Log();
  log.take({ sequence: 0, acts: [{ act_id: 'first', operations: [rowOf('')] }] });
  let ids = 0;
  const start = { state: log.state, sequence: 1, newId: () => `id${(ids += 1)}` };
  const [me, other] = [new Session(start), new Session(start)];
  const pass = (from: Session, to: Session) => {
    log.take(from.send()!);
    for (const one of [from, to]) for (const act of log.acts.slice(one.sequence)) one.receive(act);
  };
  note(me, 'mine');
  pass(me, other);
  note(other, 'theirs');
  pass(other, me);
  expect(me.step('undo')?.act).toBeNull();
  expect(me.state['row']!['r']!['note']).toBe('theirs');
  expect(me.step('undo')).toBeNull();
});

const shot = (id: string): Operation[] => [
  { do: 'add', table: 'shot', id, record: { name: id } },
  { do: 'add', table: 'line', id: `${id} line`, record: { shot_id: id } },
];

test('taking back what one added spares a record that somebody else has put something into', () => {
  const kind: Kind = {
    kind: 'plan',
    noun: '计划',
    tables: {
      shot: { noun: '镜头', record: z.object({ name: z.string() }), fields: {} },
      line: {
        noun: '台词',
        record: z.object({ shot_id: z.string() }),
        fields: {},
        parent: { table: 'shot', field: 'shot_id' },
      },
    },
  };
  let ids = 0;
  const session = new Session({ state: { shot: {}, line: {} }, sequence: 0, newId: () => `${(ids += 1)}`, kind });
  const { act_id, operations } = session.act([...shot('a'), ...shot('b')]);
  session.receive({ act_id, operations, sequence: 1 });
  const theirs: Operation = { do: 'add', table: 'line', id: 'theirs', record: { shot_id: 'b' } };
  session.receive({ act_id: 'their act', operations: [theirs], sequence: 2 });
  session.step('undo');
  expect([Object.keys(session.state['shot']!), Object.keys(session.state['line']!)]).toEqual([
    ['b'],
    ['b line', 'theirs'],
  ]);
});

test('what was typed behind a refused act is taken back letter by letter, and nothing else', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', '好'), minLength: 1, maxLength: 3 });
  const edit = fc.record({ at: fc.nat(), text: letters, removed: fc.nat({ max: 2 }) });
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 2, maxLength: 6 }),
      fc.nat(),
      fc.nat({ max: 3 }),
      (edits, which, undone) => {
        const START: State = { row: { r: { line: '开头和结尾' } } };
        let ids = 0;
        const session = new Session({ state: START, sequence: 0, newId: () => `${(ids += 1)}` });
        for (const { at, text, removed } of edits) {
          const line = readAt(session.state['row']!['r']!, ['line']) as string;
          const from = at % (line.length + 1);
          const next = line.slice(0, from) + text + line.slice(from + removed);
          session.act([
            { do: 'type', table: 'row', id: 'r', path: ['line'], edit: diffText(line, next, from + text.length) },
          ]);
        }
        for (let n = 0; n < undone % edits.length; n += 1) session.step('undo');
        const refused = session.pending[which % session.pending.length]!;
        const isAtEnd = undone % edits.length === 0;
        session.refuse(refused.act_id);
        // The same is shown as will be when the server has everything.
        expect(session.state).toEqual(
          session.pending.reduce((state, { operations }) => applyAll(state, operations), START),
        );
        if (!isAtEnd) return;
        while (session.step('undo'));
        expect(session.state).toEqual(START);
      },
    ),
    { numRuns: 500 },
  );
});

test('what another page of the same person sent, without what it was refused, is not sent a second time', () => {
  const log = new Log();
  log.take({ sequence: 0, acts: [{ act_id: 'first', operations: [rowOf('')] }] });
  let ids = 0;
  const session = new Session({ state: log.state, sequence: 1, newId: () => `id${(ids += 1)}` });
  const write = (text: string) => {
    const edit = [lineOf(session).length, text].filter(Boolean);
    return session.act([{ do: 'type', table: 'row', id: 'r', path: ['line'], edit }]);
  };
  const refused = write('太长');
  const kept = write('好');
  log.take({ sequence: 1, acts: [{ ...kept, operations: [{ ...kept.operations[0]!, edit: ['好'] } as Operation] }] });
  expect(session.receive(log.acts[1]!).lost).toEqual(refused.operations);
  expect([session.isSaved, lineOf(session)]).toEqual([true, '好']);
});
