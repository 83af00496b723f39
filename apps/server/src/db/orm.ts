/**
 * The one door to the query builder (and `pg-core.ts` to its tables): Node parses the builder's package.json, 180 kB,
 * anew for every file that names it, which was half of the time that the product took to start.
 */
export * from 'drizzle-orm';
