import { type FormEvent, useState } from 'react';
import { call } from '#lib/call.ts';
import { signIn } from '#lib/session.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { hasPasskeys, isDeclined, signInByPasskey } from './passkey.ts';
import styles from './SignIn.module.css';

/** Name and password, or a passkey that the browser or the phone keeps. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const [login_name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);

  const run = async (way: 'password' | 'passkey', enter: () => Promise<void>) => {
    setBusy(way);
    setWrong(null);
    try {
      await enter();
      onDone();
    } catch (error) {
      if (!isDeclined(error)) setWrong(error instanceof Error ? error.message : '登录没有成功，请再试一次');
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = login_name.trim();
    if (!name || !password) return setWrong('请输入名字和密码');
    void run('password', async () =>
      signIn(await call('account.loginByPassword', { login_name: name, password }, { is_quiet: true })),
    );
  };

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        id="sign-in-name"
        label="名字"
        autoComplete="username webauthn"
        maxLength={100}
        value={login_name}
        onChange={(event) => {
          setName(event.target.value);
          setWrong(null);
        }}
      />
      <TextField
        id="sign-in-password"
        label="密码"
        hint="忘了密码，请管理员发一个登录链接，进来后就能重设。"
        problem={wrong}
        type="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setWrong(null);
        }}
      />
      <Button
        className={styles['submit'] ?? ''}
        look="main"
        is_large
        is_wide
        type="submit"
        is_busy={busy === 'password'}
      >
        登录
      </Button>
      {hasPasskeys() && (
        <Button is_large is_wide is_busy={busy === 'passkey'} onClick={() => void run('passkey', signInByPasskey)}>
          用通行密钥登录
        </Button>
      )}
    </form>
  );
}
