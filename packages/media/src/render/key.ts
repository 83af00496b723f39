import { createHash } from 'node:crypto';

/** Changes when the same inputs would give other bytes: every key of the past then names nothing. */
const ENGINE_VERSION = 3;

/** The name of what is made from these inputs: equal for equal inputs, whatever the order of their fields. */
export function keyOf(kind: string, inputs: unknown): string {
  return hashOf(`${kind} ${ENGINE_VERSION}`, inputs);
}

/** Equal for equal inputs, whatever the order of their fields, in every version of the engine. */
export function hashOf(kind: string, inputs: unknown): string {
  const text = `${kind} ${canonical(inputs)}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
