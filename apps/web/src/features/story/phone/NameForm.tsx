import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { setName } from './phone-code.ts';
import { askForTilt } from './use-tilt.ts';
import styles from './Phone.module.css';

type Props = { board_name: string; name: string; onDone: () => void };

const MOST = 20;

/** Asked once on each phone: takes carry the name of who shot them. */
export function NameForm({ board_name, name, onDone }: Props) {
  const [text, setText] = useState(name);
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = text.trim();
    setIsEmpty(given === '');
    if (given === '') return;
    askForTilt();
    setName(given);
    onDone();
  };
  return (
    <main className={styles['naming']}>
      <form onSubmit={submit} noValidate>
        <p>拍摄清单</p>
        <h1>{board_name}</h1>
        <TextField
          id="shoot-name"
          label="你的名字"
          hint="写在你拍的每一条上，大家就知道是谁拍的"
          autoComplete="name"
          autoFocus
          maxLength={MOST}
          problem={isEmpty ? '写一个名字就可以开始' : null}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setIsEmpty(false);
          }}
        />
        <Button look="main" is_large is_wide type="submit">
          开始
        </Button>
      </form>
    </main>
  );
}
