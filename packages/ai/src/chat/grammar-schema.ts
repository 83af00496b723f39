/** A JSON Schema as zod writes it. */
type Schema = Record<string, unknown>;

/** Longer limits make the grammar larger than they are worth; the answer is checked anyway. */
const MOST_LETTERS = 500;
const MOST_NUMBERS = 100;

/**
 * What the library's grammars understand of a schema, which is less than all: what they cannot hold to is left to the check of
 * the answer. Every field is written, also one that may be left out.
 */
export function toGrammarSchema(schema: Schema): Schema {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return { oneOf: choices.map((choice) => toGrammarSchema(choice as Schema)) };
  if ('const' in schema) return { const: schema['const'] };
  if (Array.isArray(schema['enum'])) return { enum: schema['enum'] };
  switch (schema['type']) {
    case 'object': {
      const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
      return {
        type: 'object',
        properties: Object.fromEntries(fields.map(([key, one]) => [key, toGrammarSchema(one)])),
      };
    }
    case 'array': {
      const { items, minItems, maxItems } = schema as { items?: Schema; minItems?: number; maxItems?: number };
      return { type: 'array', ...(items && { items: toGrammarSchema(items) }), ...limits({ minItems, maxItems }) };
    }
    case 'string': {
      const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
      return { type: 'string', ...limits({ minLength, maxLength }) };
    }
    case 'integer': {
      const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
      if (maximum - minimum >= MOST_NUMBERS) return { type: 'integer' };
      return { enum: Array.from({ length: maximum - minimum + 1 }, (_, n) => minimum + n) };
    }
    case 'number':
    case 'boolean':
    case 'null':
      return { type: schema['type'] };
    default:
      // The library takes what it does not know for null, which would be a wrong answer rather than a free one.
      throw new Error(`no grammar for ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function limits(given: Record<string, number | undefined>): Record<string, number> {
  const kept = Object.entries(given).filter(
    (one): one is [string, number] => one[1] !== undefined && one[1] <= MOST_LETTERS,
  );
  return Object.fromEntries(kept);
}
