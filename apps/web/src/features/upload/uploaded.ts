import type { UploadRecord } from '@mixreel/contract';
import { useEffect, useEffectEvent } from 'react';

type Listener = (record: UploadRecord) => void;

const listeners = new Set<Listener>();

/** A file has become a material; `material_data` is there. */
export function tellUploaded(record: UploadRecord): void {
  for (const listener of listeners) listener(record);
}

function onUploaded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For lists of materials: `belongsTo` of upload-item.ts says whether the new one is theirs. */
export function useUploaded(callback: Listener): void {
  const hear = useEffectEvent(callback);
  useEffect(() => onUploaded((record) => hear(record)), []);
}
