import type { CleanMark } from '@mixreel/contract';
import { debounce } from '#lib/timing.ts';

const SAVE_MS = 500;
const STANDS = Promise.resolve(true);

type Ways = {
  /** Writes over that revision, and answers with the new one; null when it was refused. */
  write: (marks: CleanMark[], revision: number) => Promise<number | null>;
  read: () => Promise<void>;
  /** Nothing is left to write, written or refused. */
  onRest: (isRefused: boolean) => void;
};

/** Writes what is wanted last, one after the other, and reads what is there then. */
export function createMarkSaver({ write, read, onRest }: Ways) {
  let wanted: CleanMark[] | null = null;
  let revision: number | null = null;
  let saving: Promise<boolean> = STANDS;
  let own: number | null = null;
  const writeAll = async (): Promise<boolean> => {
    let isRefused = false;
    while (wanted !== null && revision !== null) {
      const marks = wanted;
      wanted = null;
      revision = await write(marks, revision);
      own = revision ?? own;
      isRefused = revision === null;
      if (isRefused) wanted = null;
    }
    revision = null;
    await read();
    // Somebody may have gone on meanwhile.
    if (wanted === null) onRest(isRefused);
    return !isRefused;
  };
  /** Whether what was shown here is what is kept now: otherwise nothing is begun with it. */
  const flush = (): Promise<boolean> => {
    later.cancel();
    if (wanted === null) return saving;
    const writing = saving.then(writeAll).catch(() => true);
    saving = writing;
    void writing.then(() => {
      if (saving === writing) saving = STANDS;
    });
    return writing;
  };
  const later = debounce(() => void flush(), SAVE_MS);
  return {
    flush,
    /** The last revision that was written here. */
    own: () => own,
    /** `from` is the revision that the page knows: older than what was just written, until that has been read. */
    want(marks: CleanMark[], from: number) {
      wanted = marks;
      revision ??= Math.max(from, own ?? from);
      later();
    },
  };
}
