import { setImmediate } from 'node:timers/promises';
import { type Call, ERRORS, entries, type Plain } from '@mixreel/contract';
import { z } from 'zod';

/** The contract as an OpenAPI 3.1 document. */
export async function openApi(title: string): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [n, entry] of entries.entries()) {
    // All at once they would keep everybody waiting.
    if (n % 20 === 0) await setImmediate();
    const path = entry.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(entry) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '0.1.0', description: '每个回答都是 { code, message, data }；code 为 0 表示成功。' },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            code: { type: 'integer', enum: [...new Set(Object.values(ERRORS).map(({ code }) => code))] },
            message: { type: 'string' },
            data: {},
          },
          required: ['code', 'message', 'data'],
        },
      },
    },
  };
}

function operation(entry: Call | Plain): object {
  const { summary, path } = entry;
  const tags = [path.split('/').filter((part) => part && !/^(api|v\d)$/.test(part))[0] ?? 'start'];
  if (entry.kind === 'plain') {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    return { summary, tags, parameters, responses: { 200: { description: '成功' } } };
  }

  const input = jsonSchema(entry.input, 'input');
  const security = entry.access === 'public' ? [] : [{ session: [] }];
  const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  const request =
    entry.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : { parameters: queryParameters(input) };
  return {
    summary,
    ...(entry.details && { description: entry.details }),
    tags,
    security,
    'x-access': entry.access,
    'x-space': entry.space,
    'x-scope': entry.scope,
    'x-loading': entry.loading,
    ...request,
    responses: {
      200: { description: '成功，或带有非零 code 的拒绝', content: success(entry) },
      default: { description: '拒绝', content: refusal },
    },
  };
}

function success({ kind, output }: Call): object {
  const data = jsonSchema(output, 'output');
  if (kind === 'stream') return { 'text/event-stream': { schema: data } };
  const schema = {
    type: 'object',
    properties: { code: { const: 0 }, message: { type: 'string' }, data },
    required: ['code', 'message', 'data'],
  };
  return { 'application/json': { schema } };
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] };

function queryParameters({ properties = {}, required = [] }: ObjectSchema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as ObjectSchema;
}
