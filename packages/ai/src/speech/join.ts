import { SAMPLE_RATE, type Speech, type SpokenPiece } from '#speech/speech.ts';

/** The pieces of a speech as one. */
export function joinPieces(pieces: SpokenPiece[]): Speech {
  const pcm = new Float32Array(pieces.reduce((sum, piece) => sum + piece.pcm.length, 0));
  let at = 0;
  for (const piece of pieces) {
    pcm.set(piece.pcm, at);
    at += piece.pcm.length;
  }
  const words = pieces.flatMap((piece) => piece.words);
  return { sample_rate: SAMPLE_RATE, pcm, duration: pcm.length / SAMPLE_RATE, words };
}
