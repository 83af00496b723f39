import type { QrChallenge, QrStatus } from '@mixreel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, type OutputOf } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { signIn } from '#lib/session.ts';
import { delay } from '#lib/timing.ts';

/** Asks for a QR and waits for the phone. `restart` makes a new one. */
export function useQrSignIn(onDone: () => void) {
  const [challenge, setChallenge] = useState<QrChallenge | null>(null);
  const [status, setStatus] = useState<QrStatus>('waiting');
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    const stop = new AbortController();
    const options = { is_quiet: true, signal: stop.signal };

    const wait = async ({ challenge_id, secret }: QrChallenge) => {
      let known: QrStatus = 'waiting';
      while (!stop.signal.aborted && (known === 'waiting' || known === 'scanned')) {
        try {
          const answer: OutputOf<'auth.waitQr'> = await call(
            'auth.waitQr',
            { challenge_id, secret, known_status: known },
            options,
          );
          known = answer.status;
          setStatus(known);
          if (answer.session) {
            signIn(answer.session);
            done();
            return;
          }
        } catch (error) {
          if (!(error instanceof NetworkError)) throw error;
          await delay(2000);
        }
      }
    };
    const begin = async () => {
      try {
        const fresh = await call('auth.startQr', { origin: window.location.origin }, options);
        setChallenge(fresh);
        await wait(fresh);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : '二维码没有生成出来');
      }
    };
    void begin();
    return () => stop.abort();
  }, [round]);

  const restart = () => {
    setChallenge(null);
    setStatus('waiting');
    setProblem(null);
    setRound(round + 1);
  };
  return { challenge, status, problem, restart };
}
