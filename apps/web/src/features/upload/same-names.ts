import type { SameNameChoice } from '@mixreel/contract';
import { create } from 'zustand';
import type { OutputOf } from '#lib/call.ts';
import { randomId } from '#lib/random.ts';

/** A file whose name the library has already. */
export type SameName = { file: File; exists: OutputOf<'material.sameNames'>['items'][number]['exists'] };

/** Where pictures are wanted for something, the one that is here already may be used for it. */
export type SameNameAnswer = SameNameChoice | 'use_old';
export type SameNameAnswers = Map<File, SameNameAnswer>;

export type Asking = { id: string; same: SameName[]; can_use_old: boolean; answer: (answers: SameNameAnswers) => void };

/** What the dialog is asking about; batches that come meanwhile wait for their turn. */
export const useSameNames = create<{ asking: Asking[] }>(() => ({ asking: [] }));

export function askSameNames(same: SameName[], can_use_old: boolean): Promise<SameNameAnswers> {
  return new Promise((done) => {
    const asked: Asking = {
      id: randomId(4),
      same,
      can_use_old,
      answer: (answers) => {
        useSameNames.setState(({ asking }) => ({ asking: asking.filter((one) => one !== asked) }));
        done(answers);
      },
    };
    useSameNames.setState(({ asking }) => ({ asking: [...asking, asked] }));
  });
}
