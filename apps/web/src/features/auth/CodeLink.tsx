import { type CodeInfo, ERRORS } from '@mixreel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, CallError } from '#lib/call.ts';
import { signIn, useSession } from '#lib/session.ts';
import { ChangePerson } from './ChangePerson.tsx';
import { InvitationCard, type Newcomer } from './InvitationCard.tsx';
import styles from './SignIn.module.css';

type Props = { code: string; onDone: (to?: string) => void; onFail: (text: string) => void };

const FAILED = '这个登录链接用不了：可能已经用过，或者过期了。';

/** The library of the team that somebody was invited to, with the project if one was named. */
function arrivalPath({ team_id, project_id }: Pick<CodeInfo, 'team_id' | 'project_id'>): string {
  if (!team_id) return '/home';
  const project = project_id && { projectId: project_id };
  return `/home/material?${new URLSearchParams({ teamId: team_id, ...project })}`;
}

/** A link with a code: the first administrator's and a person's own sign in by themselves, an invitation asks for a name. */
export function CodeLink({ code, onDone, onFail }: Props) {
  const user = useSession((state) => state.user_info);
  const [info, setInfo] = useState<CodeInfo | null>(null);

  const enter = async ({ name, password }: Newcomer = {}) => {
    try {
      const given = { ...(name && { name }), ...(password && { password }) };
      signIn(await call('auth.login', { code, ...given }, { is_quiet: true }));
      onDone(info ? arrivalPath(info) : undefined);
    } catch (error) {
      // What is wrong with the name or the password is said beside them.
      if (error instanceof CallError && error.code === ERRORS.invalid.code) throw error;
      onFail(error instanceof CallError ? FAILED : '网络连接不上，请检查网络后重新打开链接。');
    }
  };
  const join = async () => {
    try {
      onDone(arrivalPath(await call('auth.acceptInvitation', { code }, { is_quiet: true })));
    } catch {
      onFail(FAILED);
    }
  };
  const look = useEffectEvent(async () => {
    try {
      const found = await call('auth.codeInfo', { code }, { is_quiet: true });
      // Somebody is at work here: a link must not swap them for another person without asking.
      if (user || (found.kind === 'invitation' && found.is_new_user)) setInfo(found);
      else await enter();
    } catch (error) {
      onFail(error instanceof CallError ? FAILED : '网络连接不上，请检查网络后重新打开链接。');
    }
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it answers after a call, never at once
    void look();
  }, []);

  if (!info) {
    return (
      <p className={styles['waiting']} role="status">
        正在登录…
      </p>
    );
  }
  if (info.kind === 'invitation') {
    return <InvitationCard info={info} user={user} onEnter={enter} onJoin={join} onLeave={() => onDone('/home')} />;
  }
  return (
    <ChangePerson name={info.user_name ?? '新用户'} onChange={() => void enter()} onStay={() => onDone('/home')} />
  );
}
