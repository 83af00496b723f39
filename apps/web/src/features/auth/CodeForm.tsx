import { ERRORS } from '@mixreel/contract';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallError } from '#lib/call.ts';
import { signIn } from '#lib/session.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './SignIn.module.css';

/** Signing in with a code that a person types, or with the whole link pasted. */
export function CodeForm({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(text);
    if (!code) return setWrong('请输入授权码');
    setIsSending(true);
    try {
      const info = await call('auth.codeInfo', { code }, { is_quiet: true });
      // Somebody new says first what they are called.
      if (info.kind === 'invitation') return void navigate(`/login?code=${encodeURIComponent(code)}`);
      signIn(await call('auth.login', { code }, { is_quiet: true }));
      onDone();
    } catch (error) {
      setWrong(problemOf(error));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        id="sign-in-code"
        label="授权码"
        hint="授权码来自管理员的邀请，或你已登录的另一个浏览器：头像菜单里的「在别处登录」。"
        problem={wrong}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="粘贴授权码或整个登录链接"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(null);
        }}
      />
      <Button className={styles['submit'] ?? ''} look="main" is_large is_wide type="submit" is_busy={isSending}>
        登录
      </Button>
    </form>
  );
}

function problemOf(error: unknown): string {
  const isWrong = error instanceof CallError && error.code === ERRORS.sign_in_failed.code;
  if (isWrong) return '这个授权码用不了：可能输错了、过期了，或已经用过。';
  return error instanceof Error ? error.message : '登录没有成功，请再试一次';
}

function codeIn(text: string): string {
  const trimmed = text.trim();
  return /[?&]code=([^&#\s]+)/.exec(trimmed)?.[1] ?? trimmed;
}
