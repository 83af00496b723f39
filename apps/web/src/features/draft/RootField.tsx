import { DraftSetting, type DraftProfile } from '@mixreel/contract';
import { Input } from 'antd';
import { useId } from 'react';
import { thisSystem } from './draft-target.ts';
import fields from '#ui/Fields.module.css';
import styles from './Draft.module.css';

type Props = { value: string; profile: DraftProfile; onChange: (value: string) => void };

/** Why a folder can't be one; null when it can. */
export function rootProblem(value: string): string | null {
  const read = DraftSetting.shape.draft_root.safeParse(value);
  return read.success ? null : (read.error.issues[0]?.message ?? '目录写得不对');
}

/** Where the person's drafts are, so that the draft can be written for that place. */
export function RootField({ value, profile, onChange }: Props) {
  const id = useId();
  const problem = rootProblem(value);
  const app = profile === 'capcut' ? 'CapCut' : 'JianyingPro';
  const example =
    thisSystem() === 'mac'
      ? `/Users/我/Movies/${app}/User Data/Projects/com.lveditor.draft`
      : `C:\\Users\\我\\AppData\\Local\\${app}\\User Data\\Projects\\com.lveditor.draft`;
  return (
    <div className={fields['field']}>
      <label htmlFor={id}>我的草稿目录（可以不填）</label>
      <Input
        id={id}
        value={value}
        maxLength={500}
        placeholder={example}
        status={problem ? 'error' : ''}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-about`} className={styles['about']} data-bad={problem !== null}>
        {problem ?? '在软件的「全局设置 → 草稿位置」里能看到。不填时由压缩包里的安装程序去找。'}
      </p>
    </div>
  );
}
