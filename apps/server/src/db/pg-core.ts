/** See `orm.ts`. */
import { createRequire } from 'node:module';
import type * as PgCore from 'drizzle-orm/pg-core';

export const {
  alias,
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} = createRequire(import.meta.url)('drizzle-orm/pg-core') as typeof PgCore;
export type PgTable = PgCore.PgTable;
