import type { Readable } from 'node:stream';

/** What is known of a stored content. */
export type Stored = { sha256: string; bytes: number };

/** Bytes `start` to `end`, both included, as in HTTP ranges. */
export type ByteRange = { start: number; end: number };

/**
 * Where contents live, by the SHA-256 of their bytes. Local disk and S3 are the two kinds; nothing above knows which.
 * A content is there whole or not at all.
 */
export type Storage = {
  kind: 'disk' | 's3';
  /** Reads the source to its end, then makes it visible under its hash. Says what it stored. */
  put(source: Readable | { path: string }, options: PutOptions): Promise<Stored>;
  /** Null when there is no such content. */
  stat(sha256: string): Promise<Stored | null>;
  /** Throws `MissingContent` when there is none. */
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /** A local file with the content, for programs that need a path. Call `release` when done with it. */
  open(sha256: string): Promise<{ path: string; release(): Promise<void> }>;
  remove(sha256: string): Promise<void>;
  /** A link that browsers can use without this server, where the store has one. */
  directLink(sha256: string, options: LinkOptions): Promise<string | null>;
  /** Every hash that is stored, in no order. */
  list(): AsyncIterable<string>;
  /** Free bytes where that is known. */
  freeBytes(): Promise<number | null>;
  close(): Promise<void>;
};

export type PutOptions = { maxBytes: number; signal?: AbortSignal };
export type LinkOptions = { seconds: number; fileName: string; contentType: string };

export class MissingContent extends Error {}
/** The source has more bytes than allowed; nothing was stored. */
export class ContentTooLarge extends Error {}
/** The disk is full; nothing was stored. */
export class NoSpaceLeft extends Error {}
