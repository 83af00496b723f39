/** Bytes of the hash of one picture. */
export const HASH_BYTES = 8;
/** Bytes of one mark of the sound. */
export const MARK_BYTES = 4;
