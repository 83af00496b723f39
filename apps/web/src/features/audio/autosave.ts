import { type AiAudio, ERRORS } from '@mixreel/contract';
import { call, CallError, type InputOf, isAway } from '#lib/call.ts';
import { type Content, isUnsaved, type Saving, type Studio, type StudioState } from './studio.ts';

const QUIET_MS = 800;
const RETRY_MS = 5000;

type Update = (input: InputOf<'audio.update'>) => Promise<AiAudio>;

export type Autosave = {
  /** Saves now what is not saved. True when everything is. */
  flush(): Promise<boolean>;
  /** After a conflict: ours in place of what the server has. */
  overwrite(): Promise<boolean>;
  /** Begins to watch what is edited; gives the way to end it. */
  start(): () => void;
};

const updateQuietly: Update = (input) => call('audio.update', input, { is_quiet: true });

/** Saves what is edited a moment after the last change, one request at a time, and again after the network was away. */
export function createAutosave(studio: Studio, update: Update = updateQuietly): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const set = (saving: Saving) => studio.setState({ saving });
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  async function send(): Promise<void> {
    const { history, saved, piece } = studio.getState();
    const sent = history.now;
    set({ state: 'sending' });
    try {
      const told = await update({
        ai_audio_id: piece.ai_audio_id,
        revision: piece.revision,
        ...changesOf(saved, sent),
      });
      studio.setState({ piece: told, saved: sent });
      set({ state: isUnsaved(studio.getState()) ? 'waiting' : 'saved' });
    } catch (error) {
      set(savingOf(error));
      if (isAway(error)) plan(RETRY_MS);
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    while (isUnsaved(studio.getState())) {
      if (studio.getState().saving.state === 'conflict') return false;
      if (running) {
        await running;
        continue;
      }
      running = send();
      await running;
      running = null;
      const { saving } = studio.getState();
      if (saving.state !== 'saved' && saving.state !== 'waiting') return false;
    }
    return true;
  }

  async function overwrite(): Promise<boolean> {
    const { saving, history, piece } = studio.getState();
    if (saving.state !== 'conflict') return flush();
    const { newest } = saving;
    // Nothing of theirs counts as saved, so that every field is sent.
    studio.setState({
      piece: { ...piece, revision: newest.revision },
      saved: { ...newest, lines: [...newest.lines] },
      history: { ...history, now: { ...history.now } },
      saving: { state: 'waiting' },
    });
    return flush();
  }

  const watch = (now: StudioState, before: StudioState) => {
    if (now.history.now === before.history.now) return;
    if (!isUnsaved(now)) {
      clearTimeout(timer);
      if (now.saving.state === 'waiting') set({ state: 'saved' });
      return;
    }
    if (now.saving.state === 'conflict') return;
    if (now.saving.state !== 'sending') set({ state: 'waiting' });
    plan(QUIET_MS);
  };
  const goOnline = () => {
    if (studio.getState().saving.state === 'offline') void flush();
  };
  return {
    flush,
    overwrite,
    start() {
      const unsubscribe = studio.subscribe(watch);
      window.addEventListener('online', goOnline);
      return () => {
        clearTimeout(timer);
        unsubscribe();
        window.removeEventListener('online', goOnline);
      };
    },
  };
}

/** Only what differs is sent: a renamed piece does not carry its five hundred lines along. */
function changesOf(saved: Content, now: Content): Partial<Content> {
  return {
    ...(saved.audio_name !== now.audio_name && { audio_name: now.audio_name }),
    ...(saved.lines !== now.lines && { lines: now.lines }),
    ...(saved.music !== now.music && { music: now.music }),
    ...(saved.target_lufs !== now.target_lufs && { target_lufs: now.target_lufs }),
    ...(saved.ai_mark !== now.ai_mark && { ai_mark: now.ai_mark }),
  };
}

function savingOf(error: unknown): Saving {
  if (isAway(error)) return { state: 'offline' };
  if (error instanceof CallError && error.code === ERRORS.conflict.code && error.data) {
    return { state: 'conflict', message: error.message, newest: error.data as AiAudio };
  }
  return { state: 'refused', message: error instanceof Error ? error.message : ERRORS.internal.message };
}
