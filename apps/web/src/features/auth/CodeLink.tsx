import { type CodeInfo, ERRORS } from '@mixreel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, CallError } from '#lib/call.ts';
import { signIn, useSession } from '#lib/session.ts';
import { AlreadyMember } from './AlreadyMember.tsx';
import { ChangePerson } from './ChangePerson.tsx';
import { InvitationCard, type Newcomer } from './InvitationCard.tsx';
import styles from './SignIn.module.css';

type Props = { code: string; onDone: (to?: string) => void; onFail: (text: string) => void };

/** What became of an invitation is said by the server; of other codes nothing is known but that they open nothing. */
function failureOf(error: unknown): string {
  if (!(error instanceof CallError)) return '网络连接不上，请检查网络后重新打开链接。';
  const { code, message } = ERRORS.sign_in_failed;
  const isUnknown = error.code === code && error.message === message;
  return isUnknown ? '这个登录链接用不了：可能已经用过，或者过期了。' : error.message;
}

type Arrival = Pick<CodeInfo, 'team_id' | 'team_name' | 'project_id'>;

/** The library of the team that somebody was invited to, with the project if one was named. */
function arrivalPath({ team_id, project_id }: Omit<Arrival, 'team_name'>): string {
  if (!team_id) return '/home';
  const project = project_id && { projectId: project_id };
  return `/home/material?${new URLSearchParams({ teamId: team_id, ...project })}`;
}

/** A link with a code: the first administrator's and a person's own sign in by themselves, an invitation asks for a name. */
export function CodeLink({ code, onDone, onFail }: Props) {
  const user = useSession((state) => state.user_info);
  const [info, setInfo] = useState<CodeInfo | null>(null);
  const [known, setKnown] = useState<Arrival | null>(null);

  const enter = async ({ name, password }: Newcomer = {}) => {
    try {
      const given = { ...(name && { name }), ...(password && { password }) };
      signIn(await call('auth.login', { code, ...given }, { is_quiet: true }));
      onDone(info ? arrivalPath(info) : undefined);
    } catch (error) {
      // What is wrong with the name or the password is said beside them.
      if (error instanceof CallError && error.code === ERRORS.invalid.code) throw error;
      onFail(failureOf(error));
    }
  };
  const join = async () => {
    try {
      onDone(arrivalPath(await call('auth.acceptInvitation', { code }, { is_quiet: true })));
    } catch (error) {
      onFail(failureOf(error));
    }
  };
  /** Somebody who is in the team already, also by an invitation that nobody else can use any more. */
  const findMember = async (found: CodeInfo | null): Promise<Arrival | null> => {
    if (!user) return null;
    if (!found) return call('auth.acceptInvitation', { code }, { is_quiet: true });
    const teams = found.team_id ? await call('team.list', {}, { is_quiet: true }) : [];
    return teams.some(({ team_id }) => team_id === found.team_id) ? found : null;
  };
  const look = useEffectEvent(async () => {
    try {
      const found = await call('auth.codeInfo', { code }, { is_quiet: true });
      const member = await findMember(found);
      // Somebody is at work here: a link must not swap them for another person without asking.
      if (member) setKnown(member);
      else if (user || (found.kind === 'invitation' && found.is_new_user)) setInfo(found);
      else await enter();
    } catch (error) {
      const member = await findMember(null).catch(() => null);
      if (member?.team_id) setKnown(member);
      else onFail(failureOf(error));
    }
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it answers after a call, never at once
    void look();
  }, []);

  if (known) return <AlreadyMember team_name={known.team_name ?? ''} onGo={() => onDone(arrivalPath(known))} />;
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
