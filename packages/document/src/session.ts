import { type Kind, parentOf } from './kind.ts';
import { applyAll, crossAll, Draft, invertAll, isEqual, type Operation, spare, type State } from './operation.ts';

/** Something a person did: one step of history and of undo. */
export type Act = {
  act_id: string;
  operations: Operation[];
  /** What made it, where that says more than its operations do. */
  cause?: 'restore' | 'import' | 'ai' | undefined;
};
/** An act as the server has it: in its place among all others. */
export type OrderedAct = Act & { sequence: number };

type Step = { act_ids: string[]; /** By act, the newest first. */ backs: Map<string, Operation[]> };
type Direction = 'undo' | 'redo';
/** So many own steps can be taken back; what was done before is in the history. */
const STEPS_MAX = 500;

/** What happened to what somebody wanted, for the page to put into words. */
export type Outcome = { lost: Operation[] };

type Given = { state: State; sequence: number; newId: () => string; kind?: Kind };

/**
 * One person's view of a document: what the server has ordered, and on top of it what was done here and is not ordered
 * yet. Everything is plain data in and out; whoever holds it carries requests.
 */
export class Session {
  #ordered: State;
  #sequence: number;
  /** Done here, in order; the first `#sent` of them are on their way. */
  #pending: Act[] = [];
  #sent = 0;
  #shown: State;
  readonly #steps: Record<Direction, Step[]> = { undo: [], redo: [] };
  readonly #newId: () => string;
  readonly #kind: Kind | undefined;

  /** `kind`: with it, taking back what was added spares records that others have put something into. */
  constructor({ state, sequence, newId, kind }: Given) {
    this.#kind = kind;
    this.#ordered = state;
    this.#shown = state;
    this.#sequence = sequence;
    this.#newId = newId;
  }

  get state(): State {
    return this.#shown;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get isSaved(): boolean {
    return this.#pending.length === 0;
  }

  /** What was done here and is not ordered yet: kept by the page in case it is closed. */
  get pending(): readonly Act[] {
    return this.#pending;
  }

  /** Does something. With `joins` it belongs to the step before it, as letters typed in one go do. */
  act(operations: Operation[], { joins = false, cause }: { joins?: boolean; cause?: Act['cause'] } = {}): Act {
    const act = this.#do(operations, 'undo', joins, cause);
    this.#steps.redo = [];
    return act;
  }

  /** Takes the newest own step back, or does again what was taken back last; null when there is none. */
  step(direction: Direction): (Outcome & { act: Act | null }) | null {
    const step = this.#steps[direction].pop();
    if (!step) return null;
    const operations = step.act_ids.toReversed().flatMap((act_id) => step.backs.get(act_id) ?? []);
    const draft = new Draft(this.#shown);
    const useful = operations.filter((one) => draft.apply(one));
    const act = useful.length > 0 ? this.#do(useful, direction === 'undo' ? 'redo' : 'undo', false) : null;
    const done = new Set(useful);
    return { act, lost: operations.filter((one) => !done.has(one)) };
  }

  /** The acts of the step that would be taken back, or done again; null when there is none. */
  next(direction: Direction): readonly string[] | null {
    return this.#steps[direction].at(-1)?.act_ids ?? null;
  }

  /** What to send now: null while something is on its way or nothing waits. */
  send(most = 50): { sequence: number; acts: Act[] } | null {
    if (this.#sent > 0 || this.#pending.length === 0) return null;
    const acts = this.#pending.slice(0, most);
    this.#sent = acts.length;
    return { sequence: this.#sequence, acts };
  }

  /** The request was lost: the same acts go again. The server knows them by their ids if it had them already. */
  sendAgain(): void {
    this.#sent = 0;
  }

  /** The next act of the document, own or not. Throws when one is missing in between: those come first. */
  receive({ sequence, act_id, operations }: OrderedAct): Outcome {
    if (sequence <= this.#sequence) return { lost: [] };
    if (sequence !== this.#sequence + 1) throw new Error(`act ${sequence} after ${this.#sequence}`);
    const place = this.#pending.findIndex((act) => act.act_id === act_id);
    // Another page of the same person has sent what waits here, and was refused what stands before it.
    const refused = this.#pending.slice(0, Math.max(0, place)).flatMap((act) => this.refuse(act.act_id).lost);
    this.#sequence = sequence;
    this.#ordered = applyAll(this.#ordered, operations);
    const [own] = this.#pending;
    if (own?.act_id === act_id) {
      this.#pending.shift();
      this.#sent = Math.max(0, this.#sent - 1);
      // Mostly it was done as it was meant, and shows already.
      if (!isEqual(own.operations, operations)) this.#shown = this.#withPending();
      return { lost: refused };
    }
    let [theirs, state] = [operations, this.#ordered];
    const lost: Operation[] = [];
    const moved = new Map<string, Moved>();
    this.#pending = this.#pending.map((act) => {
      const crossed = crossAll(act.operations, theirs);
      moved.set(act.act_id, { back: invertAll(state, crossed.after), theirs });
      state = applyAll(state, crossed.after);
      theirs = crossed.before;
      lost.push(...crossed.lost);
      return { ...act, operations: crossed.after };
    });
    this.#shown = state;
    const newest = this.#pending.map((act) => act.act_id).toReversed();
    const isHeld = this.#whatHolds(operations);
    for (const steps of Object.values(this.#steps)) moveAlong(steps, theirs, { moved, newest, isHeld });
    return { lost };
  }

  /** The server refused an act: it is taken out, with what cannot stand without it. */
  refuse(act_id: string): Outcome {
    const index = this.#pending.findIndex((act) => act.act_id === act_id);
    const refused = this.#pending[index];
    if (!refused) return { lost: [] };
    const earlier = this.#pending.slice(0, index);
    const before = applyAll(
      this.#ordered,
      earlier.flatMap((act) => act.operations),
    );
    let back = invertAll(before, refused.operations);
    let state = before;
    const lost = [...refused.operations];
    const moved = new Map<string, Moved>();
    const later = this.#pending.slice(index + 1).map((act) => {
      const crossed = crossAll(act.operations, back);
      moved.set(act.act_id, { back: invertAll(state, crossed.after), theirs: back });
      state = applyAll(state, crossed.after);
      back = crossed.before;
      lost.push(...crossed.lost);
      return { ...act, operations: crossed.after };
    });
    this.#pending = [...earlier, ...later];
    this.#sent = 0;
    this.#shown = this.#withPending();
    // As if somebody else had taken it back, for what was done after it; what was done before does not know of it.
    const newest = later.map((act) => act.act_id).toReversed();
    const along = { moved, newest, isAfter: (id: string) => moved.has(id) };
    for (const steps of Object.values(this.#steps)) moveAlong(steps, back, along);
    for (const direction of ['undo', 'redo'] as const) {
      this.#steps[direction] = this.#steps[direction].flatMap((step) => {
        const act_ids = step.act_ids.filter((id) => id !== act_id);
        return act_ids.length > 0 ? [{ ...step, act_ids }] : [];
      });
    }
    return { lost };
  }

  #withPending(): State {
    return applyAll(
      this.#ordered,
      this.#pending.flatMap((act) => act.operations),
    );
  }

  /** Which removals would take away something that others have put something into, or what belongs to that. */
  #whatHolds(theirs: readonly Operation[]): (one: Operation) => boolean {
    const kind = this.#kind;
    if (!kind) return () => false;
    const state = this.#ordered;
    const there = theirs.filter(({ table, id }) => state[table]?.[id]);
    const held = new Set(there.flatMap((one) => [`${one.table} ${one.id}`, parentOf(kind, state, one)]));
    return (one) =>
      one.do === 'remove' && (held.has(`${one.table} ${one.id}`) || held.has(parentOf(kind, state, one) ?? ''));
  }

  #do(operations: Operation[], onto: Direction, joins: boolean, cause?: Act['cause']): Act {
    const act: Act = { act_id: this.#newId(), operations, ...(cause && { cause }) };
    const back = invertAll(this.#shown, operations);
    this.#shown = applyAll(this.#shown, operations);
    this.#pending.push(act);
    const steps = this.#steps[onto];
    const last = joins ? steps.pop() : undefined;
    const backs = (last?.backs ?? new Map<string, Operation[]>()).set(act.act_id, back);
    steps.push({ act_ids: [...(last?.act_ids ?? []), act.act_id], backs });
    // Each is moved along with whatever others do.
    if (steps.length > STEPS_MAX) steps.shift();
    return act;
  }
}

/** A pending act after others went on: what takes it back now, and what they did as seen without it. */
type Moved = { back: Operation[]; theirs: Operation[] };

/**
 * Others went on: what takes own steps back is moved along, the newest first, and spares what they did. Of acts that have
 * no place yet it is made anew, for what they come to may have changed; but only down to the first that was taken back
 * itself. Doing and taking back need not end where they began once others have written in between, so that below it
 * what is made anew would be about another text than the one that is shown.
 */
function moveAlong(steps: Step[], theirs: Operation[], { moved, newest, isHeld, isAfter }: Along): void {
  let others = theirs;
  let above = 0;
  for (const { act_ids, backs } of steps.toReversed()) {
    for (const act_id of act_ids.toReversed()) {
      if (isAfter?.(act_id) === false) return;
      const isNext = newest[above] === act_id;
      above = isNext ? above + 1 : Infinity;
      const pending = isNext ? moved.get(act_id) : undefined;
      const crossed = pending ?? crossAll(backs.get(act_id) ?? [], others, spare);
      const back = 'back' in crossed ? crossed.back : crossed.after;
      backs.set(act_id, isHeld ? back.filter((one) => !isHeld(one)) : back);
      others = 'back' in crossed ? crossed.theirs : crossed.before;
    }
  }
}

type Along = {
  moved: ReadonlyMap<string, Moved>;
  /** Acts that have no place yet. */
  newest: readonly string[];
  /** Of what takes something back: what stays as it is. */
  isHeld?: (one: Operation) => boolean;
  /** Whether an act was done after what changes here; those before it are left as they are. */
  isAfter?: (act_id: string) => boolean;
};
