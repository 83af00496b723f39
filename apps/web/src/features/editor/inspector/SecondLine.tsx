import { planScript, type Script } from '@mixreel/contract';
import { useId, useState } from 'react';
import { GrowingText } from '#ui/GrowingText.tsx';
import { useDesk } from '../document/use-mix.ts';
import { useScope } from './config-scope.ts';
import styles from './Inspector.module.css';

/** Of a line that is shown in two languages: what stands below it. Without it there is one language again. */
export function SecondLine({ script: { script_id, second_text } }: { script: Script }) {
  const desk = useDesk();
  const { can_edit } = useScope();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  if (second_text === undefined) return null;
  const save = () => {
    const next = (typed ?? second_text).trim();
    if (next !== second_text) desk.act(planScript(desk.state, script_id, { second_text: next }));
    setTyped(null);
  };
  return (
    <div className={styles['item']}>
      <label htmlFor={id}>第二种语言（显示在下面）</label>
      <GrowingText
        id={id}
        value={typed ?? second_text}
        disabled={!can_edit}
        least={1}
        most={4}
        maxLength={1000}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
    </div>
  );
}
