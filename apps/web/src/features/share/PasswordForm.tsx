import { LockOutlined } from '@ant-design/icons';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { StateIcon } from '#ui/StateIcon.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './SharePage.module.css';

type Props = {
  owner_name: string;
  initial: string;
  /** What was wrong with the last one. */
  problem: string | null;
  is_busy: boolean;
  onEnter: (password: string) => void;
};

export function PasswordForm({ owner_name, initial, problem, is_busy, onEnter }: Props) {
  const [text, setText] = useState(initial);
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(text === '');
    if (text) onEnter(text);
  };
  return (
    <form className={styles['password']} onSubmit={submit} noValidate>
      <StateIcon>
        <LockOutlined />
      </StateIcon>
      <h1>这个分享有密码</h1>
      <p>{owner_name ? `向${owner_name}要密码，输入后就能看` : '输入分享人给的密码'}</p>
      <TextField
        id="share-password"
        label="分享密码"
        type="password"
        autoComplete="off"
        autoFocus
        maxLength={50}
        problem={isEmpty ? '请输入分享密码' : problem}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setIsEmpty(false);
        }}
      />
      <Button look="main" is_large is_wide type="submit" is_busy={is_busy}>
        打开
      </Button>
    </form>
  );
}
