import type { Material } from '@mixreel/contract';

type Plain = string | number | boolean;
/** What is kept of a form. Pictures are numbers here: the links of materials end. */
export type Kept = { plain: Record<string, Plain>; pictures: Record<string, string[]> };

/** Only what stands in one field: a form that another version of the page has written is no harm then. */
export function toKept(form: object, pictureKeys: string[]): Kept {
  const fields = Object.entries(form);
  return {
    plain: Object.fromEntries(fields.filter((field): field is [string, Plain] => isPlain(field[1]))),
    pictures: Object.fromEntries(
      fields
        .filter(([key]) => pictureKeys.includes(key))
        .map(([key, all]) => [key, (all as Material[]).map(({ material_id }) => material_id)]),
    ),
  };
}

/** The form as it was, without its pictures. */
export function fromKept<Form extends object>(empty: Form, { plain }: Kept): Form {
  const known = Object.entries(empty).filter(([key, value]) => isPlain(value) && typeof plain[key] === typeof value);
  return { ...empty, ...Object.fromEntries(known.map(([key]) => [key, plain[key]])) };
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
