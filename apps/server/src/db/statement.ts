import type { SQL } from './orm.ts';

/**
 * SQL with its values, for statements that are put together of many parts, many times a second: the query builder walks
 * through every part and makes a dozen objects of each. It takes these as its own.
 */
export class Statement {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  /** One text more than values: each value stands behind the text of its number. */
  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts;
    this.values = values;
  }

  /** What a connection carries out. */
  asQuery(): [text: string, values: unknown[]] {
    const values: unknown[] = [];
    return [textOf(this, values), values];
  }

  /** What the query builder carries out. */
  asSql(): SQL {
    const [sql, params] = this.asQuery();
    const query = { sql, params };
    const ready = { getSQL: () => ready, toQuery: () => query };
    return ready as unknown as SQL;
  }
}

/** Values become parameters, other statements parts of this one. */
export function statement(texts: TemplateStringsArray, ...values: unknown[]): Statement {
  return new Statement(texts, values);
}

/** Text of the code itself: names of columns and tables. Never anything that somebody sent. */
export function text(of_code: string): Statement {
  return new Statement([of_code]);
}

export function join(parts: readonly Statement[]): Statement {
  return new Statement(['', ...parts.slice(1).map(() => ', '), ''], parts);
}

function textOf({ texts, values }: Statement, params: unknown[]): string {
  let whole = texts[0] ?? '';
  for (const [n, value] of values.entries()) {
    if (value instanceof Statement) whole += textOf(value, params);
    else whole += `$${params.push(value)}`;
    whole += texts[n + 1] ?? '';
  }
  return whole;
}
