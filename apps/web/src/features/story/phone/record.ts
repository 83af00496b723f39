/** What editors like best comes first; every browser that records at all knows one of them. */
const TYPES = [
  'video/mp4;codecs="avc1.640028,mp4a.40.2"',
  'video/mp4;codecs="avc1.42E01E,mp4a.40.2"',
  'video/webm;codecs="vp8,opus"',
  'video/webm',
  'video/mp4',
];
const BITS = 12_000_000;
/** Pieces come as they are recorded: a browser need not hold a long take in one. */
const PIECE_MS = 500;

export type Recorded = { blob: Blob; file_name: string; seconds: number };
/**
 * `running` comes with the first of the picture: a busy phone takes a moment, and what is stopped before that is empty.
 * `ended` comes when somebody stops it, and when the camera goes, as by a call that comes in.
 */
export type Recording = { stop: () => void; running: Promise<void>; ended: Promise<Recorded> };

/** Whether this browser can record what its camera shows. */
export function canRecord(): boolean {
  return 'MediaRecorder' in window && typeOf() !== undefined;
}

export function record(stream: MediaStream): Recording {
  const type = typeOf();
  const recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), videoBitsPerSecond: BITS });
  const pieces: Blob[] = [];
  const begun = performance.now();
  const running = new Promise<void>((begin) =>
    recorder.addEventListener('dataavailable', ({ data }) => {
      pieces.push(data);
      if (data.size > 0) begin();
    }),
  );
  const ended = new Promise<Recorded>((done) =>
    recorder.addEventListener('stop', () => {
      const [mime = 'video/webm'] = recorder.mimeType.split(';');
      const file_name = mime === 'video/mp4' ? 'take.mp4' : 'take.webm';
      done({ blob: new Blob(pieces, { type: mime }), file_name, seconds: (performance.now() - begun) / 1000 });
    }),
  );
  recorder.start(PIECE_MS);
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return { stop, running, ended };
}

function typeOf(): string | undefined {
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}
