import type { SameNameChoice } from '@mixreel/contract';
import { create } from 'zustand';
import type { OutputOf } from '#lib/call.ts';
import { randomId } from '#lib/random.ts';

/** A file whose name the library has already. */
export type SameName = { file: File; exists: OutputOf<'material.sameNames'>['items'][number]['exists'] };

export type Asking = { id: string; same: SameName[]; answer: (choices: Map<File, SameNameChoice>) => void };

/** What the dialog is asking about; batches that come meanwhile wait for their turn. */
export const useSameNames = create<{ asking: Asking[] }>(() => ({ asking: [] }));

export function askSameNames(same: SameName[]): Promise<Map<File, SameNameChoice>> {
  return new Promise((done) => {
    const asked: Asking = {
      id: randomId(4),
      same,
      answer: (choices) => {
        useSameNames.setState(({ asking }) => ({ asking: asking.filter((one) => one !== asked) }));
        done(choices);
      },
    };
    useSameNames.setState(({ asking }) => ({ asking: [...asking, asked] }));
  });
}
