import type { Readable } from 'node:stream';
import type { OwnDigest } from './running-digest.ts';

/** What is known of a stored content. */
export type Stored = { sha256: string; bytes: number };

/** Bytes `start` to `end`, both included, as in HTTP ranges. An `end` beyond the last byte means the last byte. */
export type ByteRange = { start: number; end: number };

/**
 * Where bytes come from. A file is read and stays the caller's, who may change it afterwards; one that is `given` away
 * may be taken over instead of copied, and is gone once its content was published. A given file that was hashed while
 * it was written is not read again.
 */
export type Source = Readable | { path: string; given?: boolean } | { path: string; given: true; digest: OwnDigest };

/**
 * One stretch of a composed content: bytes of its own, a range of a stored content, or a range of a local file that
 * will never change.
 */
export type Part =
  | Buffer
  | { sha256: string; start: number; size: number }
  | { path: string; start: number; size: number };

/**
 * Where contents live, by the SHA-256 of their bytes (composed ones: of the list of their parts). Local disk and S3 are the two kinds; nothing above knows which.
 * A content is there whole or not at all.
 */
export type Storage = {
  kind: 'disk' | 's3';
  /** Reads the source to its end into a place that nobody else sees. Whoever stages must discard. */
  stage(source: Source, options: PutOptions): Promise<Staged>;
  /** Stretches in order as one content. Where the store can, without copying: the content then leans on others. */
  compose(parts: Part[], options: PutOptions): Promise<Composed>;
  /** Stages and publishes in one go. Content that no `stored_object` row names is collected as garbage. */
  put(source: Source, options: PutOptions): Promise<Stored>;
  /** Null when there is no such content. */
  stat(sha256: string): Promise<Stored | null>;
  /** Throws `MissingContent` when there is none, `OutOfRange` when the range begins behind its end. */
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /** A local file with the content, for programs that need a path. Read-only. Call `release` when done with it. */
  open(sha256: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Removing what is not there is fine. */
  remove(sha256: string): Promise<void>;
  /** A link that browsers can use without this server, where the store has one. */
  directLink(sha256: string, options: LinkOptions): Promise<string | null>;
  /** Everything that is stored, in no order. */
  list(): AsyncIterable<Listed>;
  /** Where several processes share what is not a content yet; null where a folder of this machine does. */
  pieces: Pieces | null;
  /** Free bytes where that is known. */
  freeBytes(): Promise<number | null>;
  close(): Promise<void>;
};

/** Small things under names of our own, seen by every process of the installation. */
export type Pieces = {
  put(name: string, body: Buffer): Promise<void>;
  read(name: string, range: ByteRange): Promise<Readable>;
  list(prefix: string): AsyncIterable<{ name: string; stored_at: Date }>;
  remove(name: string): Promise<void>;
};

export type PutOptions = { maxBytes: number; signal?: AbortSignal };
export type Listed = Stored & { stored_at: Date };
export type Disposition = 'inline' | 'attachment';
export type LinkOptions = { seconds: number; fileName: string; contentType: string; disposition: Disposition };

/** A content that is here whole, but not visible under its name yet. */
export type Unpublished = Stored & {
  /** Makes it visible. Can be called again when the content was removed in the meantime. */
  publish(signal?: AbortSignal): Promise<void>;
  /** Removes what making it left, published or not. */
  discard(): Promise<void>;
};

/** With the bytes as a local file, for looking inside before anything is stored. */
export type Staged = Unpublished & { path: string };

/** With the contents that must stay as long as this one does. Its name is not the hash of its bytes if there are any. */
export type Composed = Unpublished & { made_of: Stored[] };

export class MissingContent extends Error {}
export class OutOfRange extends Error {}
/** The source has more bytes than allowed; nothing was stored. */
export class ContentTooLarge extends Error {}
/** The disk is full; nothing was stored. */
export class NoSpaceLeft extends Error {}
/** The store did not do what was asked, after all retries. Trying again later may help. */
export class StoreUnavailable extends Error {}
/** What came from the store is not what was put there. */
export class CorruptContent extends Error {}
