import { sql } from '#db/orm.ts';
import { customType } from '#db/pg-core.ts';

/** A moment as the wire writes it (ISO 8601, UTC, milliseconds), so that rows leave the server without being mapped. */
export const time = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: toIso,
});

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const now = sql`now()`;

/** Connections speak UTC, so the text only has to be put in the wire's form: `2026-01-02 03:04:05.6+00`. */
export function toIso(value: string): string {
  if (!value.endsWith('+00')) return new Date(value).toISOString();
  const [seconds, fraction = ''] = value.slice(11, -3).split('.');
  return `${value.slice(0, 10)}T${seconds}.${fraction.padEnd(3, '0')}Z`;
}
