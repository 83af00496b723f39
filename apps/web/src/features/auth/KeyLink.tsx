import type { Session } from '@mixreel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, CallError } from '#lib/call.ts';
import { endSession } from '#lib/refresh.ts';
import { signIn, useSession } from '#lib/session.ts';
import { ChangePerson } from './ChangePerson.tsx';
import styles from './SignIn.module.css';

type Props = { keyText: string; onDone: (to?: string) => void; onFail: (text: string) => void };

/** Handed over from another app with a one-time key. It is spent at once: who it stands for is known only afterwards. */
export function KeyLink({ keyText, onDone, onFail }: Props) {
  const user = useSession((state) => state.user_info);
  const [other, setOther] = useState<Session | null>(null);

  const take = useEffectEvent(async () => {
    try {
      const session = await call('auth.loadTokenByKey', { key: keyText }, { is_quiet: true });
      // Somebody is at work here: a link must not swap them for another person without asking.
      if (user && user.user_uid !== session.user_info.user_uid) return setOther(session);
      signIn(session);
      onDone();
    } catch (error) {
      onFail(error instanceof CallError ? error.message : '网络连接不上，请回到原来的页面重新打开。');
    }
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it answers after a call, never at once
    void take();
  }, []);

  if (other) {
    return (
      <ChangePerson
        name={other.user_info.name}
        onChange={() => {
          signIn(other);
          onDone();
        }}
        onStay={() => {
          void endSession(other);
          onDone('/home');
        }}
      />
    );
  }
  return (
    <p className={styles['waiting']} role="status">
      正在登录…
    </p>
  );
}
