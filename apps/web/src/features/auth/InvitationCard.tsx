import { type CodeInfo, ERRORS, PASSWORD_MIN, type UserInfo } from '@mixreel/contract';
import { type FormEvent, useState } from 'react';
import { CallError } from '#lib/call.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './SignIn.module.css';

export type Newcomer = { name?: string; password?: string };

type Props = {
  info: CodeInfo;
  user: UserInfo | null;
  onEnter: (newcomer: Newcomer) => Promise<void>;
  onJoin: () => Promise<void>;
  onLeave: () => void;
};

const ROLE = { viewer: '查看者', editor: '编辑者', owner: '所有者' };

/** An invitation: newcomers give their name; who is signed in joins the team as they are. */
export function InvitationCard({ info, user, onEnter, onJoin, onLeave }: Props) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [weak, setWeak] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { invited_by, team_name, team_role, project_name } = info;

  const run = async (work: () => Promise<void>) => {
    setIsSending(true);
    await work().finally(() => setIsSending(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (!trimmed) return setWrong('请写下你的名字');
    if (password && password.length < PASSWORD_MIN) return setWeak(`密码至少 ${PASSWORD_MIN} 位，越长越好`);
    void run(() => onEnter({ name: trimmed, password })).catch((error: Error) => {
      const isName =
        error instanceof CallError && error.code === ERRORS.invalid.code && error.message.startsWith('name');
      if (isName) setWrong(error.message);
      else setWeak(error.message);
    });
  };

  return (
    <>
      <h1 className={styles['title']}>{invited_by ? `${invited_by}邀请你一起做视频` : '你收到一个邀请'}</h1>
      <p className={styles['lead']}>
        {team_name
          ? `加入「${team_name}」，身份是${team_role ? ROLE[team_role] : '成员'}${project_name ? `，先从项目「${project_name}」开始` : ''}。`
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
          <TextField
            id="newcomer-password"
            label="设一个密码（选填）"
            hint="下次用名字和密码登录。不设也可以，之后在头像菜单的「账号与安全」里设。"
            problem={weak}
            type="password"
            autoComplete="new-password"
            maxLength={200}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setWeak(null);
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
