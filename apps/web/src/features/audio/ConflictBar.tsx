import { Button } from 'antd';
import { formatAgo } from '#lib/format.ts';
import type { Autosave } from './autosave.ts';
import { compareLines } from './lines.ts';
import { takeContent, useStudio, useStudioState } from './studio.ts';
import styles from './Studio.module.css';

/** Someone else saved in between: what differs, and whose version stays. */
export function ConflictBar({ saver }: { saver: Autosave }) {
  const studio = useStudio();
  const saving = useStudioState((state) => state.saving);
  const lines = useStudioState(({ history }) => history.now.lines);
  if (saving.state !== 'conflict') return null;
  const { newest, message } = saving;
  const { added, removed, changed } = compareLines(lines, newest.lines);
  const differences = [
    changed > 0 && `${changed} 行内容不同`,
    added > 0 && `多 ${added} 行`,
    removed > 0 && `少 ${removed} 行`,
  ].filter(Boolean);
  return (
    <div className={styles['conflict']} role="alert">
      <p>
        <strong>{message}</strong>
        <span>
          最新版本保存于{formatAgo(newest.updated_at)}，
          {differences.length > 0 ? `与你的相比：${differences.join('，')}。` : '台词相同，名称或整篇设置不同。'}
        </span>
      </p>
      <Button size="small" onClick={() => takeContent(studio, newest)}>
        载入最新
      </Button>
      <Button size="small" type="primary" onClick={() => void saver.overwrite()}>
        用我的覆盖
      </Button>
    </div>
  );
}
