import { ERRORS, type MixProject } from '@mixreel/contract';
import { createStore, type StoreApi } from 'zustand';
import { CallError, isAway, isPassing } from '#lib/call.ts';
import { settleConflict, spareOthers } from './conflict.ts';
import { applyEdit, combineEdits, type Edit, invertEdit } from './edits.ts';
import { EDIT_NAMES } from './mix-words.ts';
import type { Answer, SendEdit } from './send-edit.ts';

/** Typing and dragging are sent when they rest. */
const QUIET_MS = 400;
const RETRY_MS = 5000;
/** Changes of the same thing with no longer rest than this are one step of undo. */
const STEP_MS = 1000;

export type Saving = { state: 'saved' | 'saving' | 'offline' } | { state: 'failed'; message: string };

export type MixState = {
  can_edit: boolean;
  /** As it is shown: what the server has, and what is on its way there. */
  mix: MixProject;
  saving: Saving;
  /** What undo and redo would do, in words; null when there is nothing. */
  undo_name: string | null;
  redo_name: string | null;
  /** What is on its way and cannot be shown before the answer, by place: clips of a slot, or `shootings`. */
  coming: Record<string, number>;
};

/** One step of undo: everything that one act of a person changed. */
type Step = { name: string; parts: Part[]; tag: string | null; at: number };
type Part = { undo: Edit[] | null; redo: Edit[] };
type Job = {
  step: Step | null;
  part: Part | null;
  /** Read when its turn comes: what takes back something unanswered is known only then. Several are sent one by one. */
  edits: () => Edit[];
  tag: string | null;
  ready_at: number;
  done: (answer: Answer | null) => void;
};

type Surroundings = {
  send: SendEdit;
  /** The mix anew, from the server. */
  read: () => Promise<MixProject>;
  tell: (kind: 'info' | 'warning' | 'error', text: string, again?: () => void) => void;
};

/** Every change of a mix goes through here: shown at once, sent in order, undone and redone, settled with others'. */
export class MixEdits {
  readonly use: StoreApi<MixState>;
  readonly #around: Surroundings;
  #server: MixProject;
  #jobs: Job[] = [];
  #past: Step[] = [];
  #future: Step[] = [];
  #running = false;
  #answers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #idle: (() => void)[] = [];
  #isOver = false;
  #other: Other | null = null;

  constructor(mix: MixProject, can_edit: boolean, around: Surroundings) {
    this.#server = mix;
    this.#around = around;
    const saving: Saving = { state: 'saved' };
    this.use = createStore<MixState>(() => ({ can_edit, mix, saving, undo_name: null, redo_name: null, coming: {} }));
  }

  /** Somebody else has changed it just now. */
  noteOther(name: string): void {
    this.#other = { name, at: Date.now() };
  }

  get mix(): MixProject {
    return this.use.getState().mix;
  }

  /** Changes with the same tag in quick succession are one step and, as far as possible, one request. */
  async edit(given: Edit | Edit[], { tag = null }: { tag?: string | null } = {}): Promise<Answer | null> {
    if (!this.use.getState().can_edit) return null;
    const edits = Array.isArray(given) ? given : [given];
    const [first] = edits;
    if (!first) return null;
    const joined = tag !== null && edits.length === 1 ? this.#join(first, tag) : null;
    if (joined) return joined;
    const step: Step = { name: EDIT_NAMES[first.kind], parts: [], tag, at: Date.now() };
    const answers = edits.map((edit) => {
      const part: Part = { undo: invertEdit(this.mix, edit) ?? null, redo: [edit] };
      step.parts.push(part);
      return this.#add({ step, part, edits: () => [edit], tag });
    });
    this.#past.push(step);
    this.#future = [];
    this.#show();
    const made = await Promise.all(answers);
    return made.findLast((answer) => answer !== null) ?? null;
  }

  undo(): void {
    const step = this.#past.pop();
    if (!step) return;
    this.#future.push(step);
    for (const part of step.parts.toReversed()) {
      const known = part.undo?.map((edit) => spareOthers(this.mix, edit, part.redo));
      void this.#add({ step, part: null, edits: () => known ?? part.undo ?? [], tag: null });
    }
    this.#show();
  }

  redo(): void {
    const step = this.#future.pop();
    if (!step) return;
    this.#past.push(step);
    for (const part of step.parts) void this.#add({ step, part, edits: () => part.redo, tag: null });
    this.#show();
  }

  /** Sends what waits. True when everything is saved. */
  async flush(): Promise<boolean> {
    for (const job of this.#jobs) job.ready_at = 0;
    void this.#pump();
    if (this.#jobs.length > 0) await new Promise<void>((done) => this.#idle.push(done));
    return this.#jobs.length === 0;
  }

  /** Somebody is in the middle of a word, or of dragging a slider. */
  get is_typing(): boolean {
    return (this.#jobs.at(-1)?.tag ?? null) !== null;
  }

  get is_unsaved(): boolean {
    return this.#jobs.length > 0;
  }

  allow(can_edit: boolean): void {
    this.use.setState({ can_edit });
  }

  /** Something is new on the server: read soon, once for many changes. */
  refresh(): void {
    clearTimeout(this.#refresh);
    if (this.#isOver) return;
    this.#refresh = setTimeout(() => void this.#readAgain(), QUIET_MS);
  }

  /** The mix as somebody has just read it. What is on its way lies over it. False when it is older than what we know. */
  takeFresh(mix: MixProject, answers = this.#answers): boolean {
    if (answers !== this.#answers || this.#running) {
      this.refresh();
      return false;
    }
    this.#server = mix;
    this.#show();
    return true;
  }

  /** Counts what the server has answered: a read that began before the last answer may be older than it. */
  get answers(): number {
    return this.#answers;
  }

  start(): () => void {
    this.#isOver = false;
    const wake = () => {
      if (this.use.getState().saving.state !== 'saved') void this.flush();
    };
    window.addEventListener('online', wake);
    return () => {
      this.#isOver = true;
      void this.flush();
      clearTimeout(this.#refresh);
      window.removeEventListener('online', wake);
    };
  }

  /** Goes on with the last step if it is about the same thing; null when it is another one. */
  #join(edit: Edit, tag: string): Promise<Answer | null> | null {
    const step = this.#past.at(-1);
    const part = step?.parts[0];
    if (!step || !part || step.tag !== tag || step.parts.length > 1 || this.#future.length > 0) return null;
    const job = this.#jobs.at(-1);
    const isWaiting = job !== undefined && job.step === step && !(this.#running && this.#jobs.length === 1);
    if (Date.now() - step.at > STEP_MS && !isWaiting) return null;
    const [last] = part.redo;
    const both = last && combineEdits(last, edit);
    if (!both) return null;
    const [back] = invertEdit(this.mix, edit) ?? [];
    const [further] = part.undo ?? [];
    part.undo = back && further ? [combineEdits(back, further) ?? further] : part.undo;
    part.redo = [both];
    step.at = Date.now();
    if (isWaiting) {
      const [sent] = job.edits();
      const next = (sent && combineEdits(sent, edit)) ?? edit;
      job.edits = () => [next];
      job.ready_at = Date.now() + QUIET_MS;
      this.#show();
      void this.#pump();
      return Promise.resolve(null);
    }
    const answer = this.#add({ step, part, edits: () => [edit], tag });
    this.#show();
    return answer;
  }

  #add(job: Omit<Job, 'ready_at' | 'done'>): Promise<Answer | null> {
    // What is done after typing is sent after it, and at once.
    if (job.tag === null) for (const waiting of this.#jobs) waiting.ready_at = 0;
    return new Promise((done) => {
      this.#jobs.push({ ...job, ready_at: job.tag === null ? 0 : Date.now() + QUIET_MS, done });
      queueMicrotask(() => void this.#pump());
    });
  }

  async #pump(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running) return;
    const [job] = this.#jobs;
    if (!job) return this.#rest();
    const wait = job.ready_at - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => void this.#pump(), wait);
      return;
    }
    const [edit, ...others] = job.edits();
    if (!edit || others.length > 0) {
      this.#spread(job);
      return this.#pump();
    }
    this.#running = true;
    this.use.setState({ saving: { state: 'saving' } });
    try {
      const answer = await this.#around.send(edit, this.#server);
      this.#running = false;
      this.#jobs.shift();
      this.#takeAnswer(job, answer);
      job.done(answer);
    } catch (error) {
      this.#running = false;
      if (!this.#takeRefusal(job, edit, error)) return this.#show();
    }
    this.#settle();
    void this.#pump();
  }

  /** A job of several edits becomes several jobs; one of none is done. */
  #spread(job: Job): void {
    const [, ...rest] = this.#jobs;
    const edits = job.edits();
    const jobs = edits.map((edit, n) => ({
      ...job,
      edits: () => [edit],
      done: n === edits.length - 1 ? job.done : () => {},
    }));
    this.#jobs = [...jobs, ...rest];
    if (jobs.length === 0) job.done(null);
    this.#settle();
  }

  #settle(): void {
    this.use.setState({ saving: { state: this.#jobs.length > 0 ? 'saving' : 'saved' } });
    this.#show();
  }

  #takeAnswer({ part }: Job, answer: Answer): void {
    this.#answers += 1;
    this.#server = answer.take(this.#server);
    if (part && answer.undo) part.undo = answer.undo;
    if (part && answer.redo) part.redo = answer.redo;
    for (const notice of answer.notices) this.#around.tell('warning', notice);
  }

  /** True when it can go on with the next one. */
  #takeRefusal(job: Job, edit: Edit, error: unknown): boolean {
    if (error instanceof CallError && error.code === ERRORS.conflict.code) {
      const settled = settleConflict(this.#server, edit, error.data);
      if (settled) {
        this.#answers += 1;
        this.#server = settled.mix;
        if (settled.lost.length > 0) this.#tellLost(settled.lost, edit);
        if (settled.rest) {
          const { rest } = settled;
          job.edits = () => [rest];
          if (job.part) Object.assign(job.part, { redo: [rest], undo: invertEdit(this.#server, rest) ?? null });
        } else this.#drop(job);
        return true;
      }
    }
    const message = error instanceof Error ? error.message : ERRORS.internal.message;
    if (isPassing(error)) {
      this.use.setState({ saving: isAway(error) ? { state: 'offline' } : { state: 'failed', message } });
      if (!this.#isOver) this.#timer = setTimeout(() => void this.#pump(), RETRY_MS);
      this.#rest();
      return false;
    }
    // It will be refused again: nothing of it stays.
    this.#drop(job);
    this.#around.tell('error', message);
    this.refresh();
    return true;
  }

  /** Nothing of it was done, so there is nothing of it to undo either; what else the same act did stays. */
  #drop(job: Job): void {
    this.#jobs = this.#jobs.filter((one) => one !== job);
    const { step } = job;
    if (step) step.parts = step.parts.filter((part) => part !== job.part);
    if (step && (!job.part || step.parts.length === 0)) {
      this.#past = this.#past.filter((one) => one !== step);
      this.#future = this.#future.filter((one) => one !== step);
    }
    job.done(null);
  }

  #tellLost(lost: string[], edit: Edit): void {
    const what = [...new Set(lost)].join('、');
    const again = () => void this.edit(edit);
    this.#around.tell('warning', lostWords(what, this.#other), again);
  }

  async #readAgain(): Promise<void> {
    if (this.#isOver || this.#jobs.length > 0) {
      if (!this.#isOver) this.refresh();
      return;
    }
    const { answers } = this;
    try {
      this.takeFresh(await this.#around.read(), answers);
    } catch {
      // Whoever reads the mix next will be told; what is shown stays.
    }
  }

  #show(): void {
    const coming: Record<string, number> = {};
    let mix = this.#server;
    for (const edit of this.#jobs.flatMap((job) => job.edits())) {
      mix = applyEdit(mix, edit);
      if (edit.kind === 'add_clips') coming[edit.slot_id] = (coming[edit.slot_id] ?? 0) + edit.clips.length;
      if (edit.kind === 'add_shootings') coming['shootings'] = (coming['shootings'] ?? 0) + edit.lines.length;
    }
    const { saving } = this.use.getState();
    this.use.setState({
      mix,
      coming,
      undo_name: this.#past.at(-1)?.name ?? null,
      redo_name: this.#future.at(-1)?.name ?? null,
      ...(this.#jobs.length > 0 && saving.state === 'saved' && { saving: { state: 'saving' } }),
    });
  }

  #rest(): void {
    const waiting = this.#idle;
    this.#idle = [];
    for (const done of waiting) done();
  }
}

type Other = { name: string; at: number };

/** A change that was refused follows what somebody did within so long. */
const JUST_NOW_MS = 30_000;

function lostWords(what: string, other: Other | null): string {
  const isKnown = other !== null && Date.now() - other.at < JUST_NOW_MS;
  return isKnown ? `${other.name}刚改了${what}，保留了对方的` : `${what}刚在别处改过，保留了那边的`;
}
