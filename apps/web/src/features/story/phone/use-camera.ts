import { useCallback, useEffect, useState } from 'react';

export type Facing = 'environment' | 'user';
/** Why there is no picture: browsers give the camera to secure pages alone; somebody said no; there is none; it is in use. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy';
type Camera = { stream: MediaStream | null; problem: CameraProblem | null; hasSound: boolean; canFlip: boolean };

const NOTHING: Camera = { stream: null, problem: null, hasSound: true, canFlip: false };
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };
/** As it is in the room: what people say is cleaned later, by ear. */
const SOUND = { echoCancellation: false, noiseSuppression: false, autoGainControl: true };
// Typed as always there, but undefined outside secure contexts.
const devices = navigator.mediaDevices as MediaDevices | undefined;

/** The picture of the camera for as long as the component is there. */
export function useCamera(isWanted: boolean) {
  const [facing, setFacing] = useState<Facing>('environment');
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState<Camera>(devices ? NOTHING : { ...NOTHING, problem: 'insecure' });

  useEffect(() => {
    if (!isWanted || !devices) return;
    let isOver = false;
    let mine: MediaStream | null = null;
    void openCamera(devices, facing).then((opened) => {
      mine = opened.stream;
      if (isOver) stop(mine);
      else setCamera(opened);
    });
    return () => {
      isOver = true;
      stop(mine);
      setCamera(NOTHING);
    };
  }, [isWanted, facing, attempt]);

  const flip = useCallback(() => setFacing((now) => (now === 'user' ? 'environment' : 'user')), []);
  const retry = useCallback(() => setAttempt((now) => now + 1), []);
  return { ...camera, facing, flip, retry };
}

async function openCamera(from: MediaDevices, facing: Facing): Promise<Camera> {
  const video = { facingMode: facing, ...SIZE };
  try {
    // A phone whose microphone is in use or forbidden can still take pictures.
    const stream = await from.getUserMedia({ video, audio: SOUND }).catch(async (error: unknown) => {
      const silent = await from.getUserMedia({ video }).catch(() => null);
      if (!silent) throw error;
      return silent;
    });
    const cameras = (await from.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
    return { stream, problem: null, hasSound: stream.getAudioTracks().length > 0, canFlip: cameras.length > 1 };
  } catch (error) {
    return { ...NOTHING, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
