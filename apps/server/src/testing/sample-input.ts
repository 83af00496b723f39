import { z } from 'zod';

type Shape = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  format?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
};

/** The least input that a schema accepts, with the given values for fields of those names, needed or not. */
export function sampleInput(schema: z.ZodObject, given: Record<string, string>): Record<string, unknown> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const input = sampleObject(shape);
  for (const name of Object.keys(shape.properties ?? {})) {
    const single = given[name];
    const listed = given[name.replace(/s$/, '')];
    if (single !== undefined) input[name] = single;
    else if (listed !== undefined && /_(id|uuid)s$/.test(name)) input[name] = [listed];
  }
  return input;
}

function sampleObject({ properties = {}, required = [] }: Shape): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
}

function sample(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return sample(shape.anyOf[0]);
  switch (shape.type) {
    case 'string':
      if (shape.format === 'uri') return 'https://mix.example/login';
      if (shape.format === 'base64') return 'c2FtcGxl';
      if (shape.format === 'date-time') return '2026-01-01T00:00:00Z';
      return 'sample'.padEnd(shape.minLength ?? 0, 'x');
    case 'number':
    case 'integer':
      return Math.max(shape.minimum ?? 0, 0);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => sample(shape.items ?? {}));
    case 'object':
      return sampleObject(shape);
    default:
      return 'sample';
  }
}
