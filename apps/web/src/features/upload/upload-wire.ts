import type { UploadRecord } from '@mixreel/contract';
import type { InputOf, OutputOf } from '#lib/call.ts';

/** What the engine asks of the world; the browser's is in browser-wire.ts, tests bring their own. */
export type UploadWire = {
  start(input: InputOf<'upload.start'>): Promise<OutputOf<'upload.start'>>;
  end(input: InputOf<'upload.end'>): Promise<UploadRecord>;
  read(record_uuids: string[]): Promise<UploadRecord[]>;
  forget(record_uuids: string[]): Promise<void>;
  /** Sends the bytes that the server does not have yet. Ends when it has all; throws SendError or the signal's reason. */
  send(file: File, given: Sending): Promise<void>;
  hash(file: File, given: { signal: AbortSignal; onProgress: (bytes: number) => void }): Promise<string>;
  /** Why a picture cannot be taken, or null; it has to be opened to know. */
  pictureProblem(file: File): Promise<string | null>;
  /** Tells the other tabs that this one sends the record, until the signal. */
  hold(record_uuid: string, signal: AbortSignal): void;
  isOnline(): boolean;
};

type Sending = {
  project_id: string;
  upload_url: string;
  signal: AbortSignal;
  /** How many bytes the server will have, the ones on the wire included. */
  onProgress: (bytes: number) => void;
};

/** The bytes did not get there. Without a status there was no answer at all. */
export class SendError extends Error {
  readonly status: number | null;

  constructor(status: number | null, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SendError';
    this.status = status;
  }
}
