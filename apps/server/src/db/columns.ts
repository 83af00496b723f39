import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** A moment as the wire writes it (ISO 8601, UTC, milliseconds), so that rows leave the server without being mapped. */
export const time = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

export const now = sql`now()`;
