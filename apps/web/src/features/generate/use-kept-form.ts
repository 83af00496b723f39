import type { Material } from '@mixreel/contract';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { fromKept, type Kept, toKept } from './kept-form.ts';
import { readMaterials } from './read-sources.ts';

const NOTHING: Kept = { plain: {}, pictures: {} };

/** A form that outlives a reload and a look at another page, in this tab. */
export function useKeptForm<Form extends { [key in Pictures]: Material[] }, Pictures extends string>(
  name: string,
  empty: Form,
  pictureKeys: Pictures[],
): [Form, Dispatch<SetStateAction<Form>>] {
  const [kept] = useState(() => read(name));
  const [form, setForm] = useState(() => fromKept(empty, kept));
  const [isWhole, setIsWhole] = useState(() => Object.values(kept.pictures).every((ids) => ids.length === 0));
  useEffect(() => {
    if (isWhole) return;
    void Promise.all(pictureKeys.map((key) => readMaterials(kept.pictures[key] ?? []))).then((found) => {
      // Whatever was chosen meanwhile is newer.
      const missing = (now: Form) => pictureKeys.flatMap((key, n) => (now[key].length > 0 ? [] : [[key, found[n]]]));
      setForm((now) => ({ ...now, ...Object.fromEntries(missing(now)) }));
      setIsWhole(true);
    });
  }, [isWhole, kept, pictureKeys]);
  useEffect(() => {
    if (isWhole) sessionStorage.setItem(name, JSON.stringify(toKept(form, pictureKeys)));
  }, [isWhole, name, form, pictureKeys]);
  return [form, setForm];
}

function read(name: string): Kept {
  const text = sessionStorage.getItem(name);
  return text ? (JSON.parse(text) as Kept) : NOTHING;
}
