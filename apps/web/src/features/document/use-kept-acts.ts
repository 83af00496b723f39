import { useEffect } from 'react';
import { useReach } from '#lib/reach.ts';
import { useSession } from '#lib/session.ts';
import { sendKeptActs } from './kept-acts.ts';

/** Whatever page is open: what was not saved on this machine is sent as soon as the server is there. */
export function useKeptActs(): void {
  const user_uid = useSession((state) => state.user_info?.user_uid);
  const isAway = useReach((state) => state.is_away);
  useEffect(() => {
    if (user_uid === undefined || isAway) return;
    const send = () => void sendKeptActs();
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [user_uid, isAway]);
}
