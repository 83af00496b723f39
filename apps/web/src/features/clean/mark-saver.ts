import type { CleanMark } from '@mixreel/contract';
import { debounce } from '#lib/timing.ts';

const SAVE_MS = 500;

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
  let saving: Promise<void> = Promise.resolve();
  let own: number | null = null;
  const writeAll = async (): Promise<void> => {
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
  };
  const flush = () => {
    later.cancel();
    if (wanted !== null) saving = saving.then(writeAll).catch(() => {});
    return saving;
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
