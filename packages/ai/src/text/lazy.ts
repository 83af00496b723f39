import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Gives what `load` makes, made at the first use. Dictionaries weigh tens of megabytes, and the server, which only
 * passes text on to a model process, must not carry them.
 */
export function lazily<T>(load: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: load() }).value;
}

/** `import` at run time, but at once; the caller names the type with `typeof import('…')`. */
export function requireNow(name: string): unknown {
  return require(name);
}
