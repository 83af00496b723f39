import type { CodeInfo, UserInfo } from '@mixreel/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './SignIn.module.css';

type Props = {
  info: CodeInfo;
  user: UserInfo | null;
  onEnter: (name: string) => Promise<void>;
  onJoin: () => Promise<void>;
  onLeave: () => void;
};

const ROLE = { viewer: '查看者', editor: '编辑者', owner: '所有者' };

/** An invitation: newcomers give their name; who is signed in joins the team as they are. */
export function InvitationCard({ info, user, onEnter, onJoin, onLeave }: Props) {
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { invited_by, team_name, team_role } = info;

  const run = async (work: () => Promise<void>) => {
    setIsSending(true);
    await work().finally(() => setIsSending(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (!trimmed) return setWrong('请写下你的名字');
    void run(() => onEnter(trimmed));
  };

  return (
    <>
      <h1 className={styles['title']}>{invited_by ? `${invited_by}邀请你一起做视频` : '你收到一个邀请'}</h1>
      <p className={styles['lead']}>
        {team_name
          ? `加入「${team_name}」，身份是${team_role ? ROLE[team_role] : '成员'}。`
          : '加入后就有自己的个人空间。'}
      </p>
      {user ? (
        <div className={styles['buttons']}>
          <Button look="main" is_large is_wide is_busy={isSending} onClick={() => void run(onJoin)}>
            以「{user.name}」的身份加入
          </Button>
          <Button is_large is_wide onClick={onLeave}>
            暂不加入
          </Button>
        </div>
      ) : (
        <form className={`${styles['form']} ${styles['panel']}`} onSubmit={submit} noValidate>
          <TextField
            id="newcomer-name"
            label="你的名字"
            problem={wrong}
            autoFocus
            autoComplete="name"
            maxLength={50}
            placeholder="同事认得出的名字"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setWrong(null);
            }}
          />
          <Button className={styles['submit'] ?? ''} look="main" is_large is_wide type="submit" is_busy={isSending}>
            加入并登录
          </Button>
        </form>
      )}
    </>
  );
}
