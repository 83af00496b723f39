import { FilterOutlined, FolderOutlined } from '@ant-design/icons';
import { type DeletedDir, DIR_NOUNS, type DirKind } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { restoreDir } from './dir-actions.ts';
import { DIR_WORDS } from './dir-words.ts';
import styles from './Dirs.module.css';

type Props = { kind: DirKind; dirs: DeletedDir[]; can_edit: boolean };

/** The directories in the bin: each comes back with all that was deleted with it. */
export function DeletedDirs({ kind, dirs, can_edit }: Props) {
  if (dirs.length === 0) return null;
  return (
    <ul className={styles['deleted']} aria-label={`回收站里的${DIR_NOUNS[kind]}`}>
      {dirs.map((dir) => (
        <Row key={dir.dir_id} kind={kind} dir={dir} can_edit={can_edit} />
      ))}
    </ul>
  );
}

function Row({ kind, dir, can_edit }: { kind: DirKind; dir: DeletedDir; can_edit: boolean }) {
  const noun = DIR_NOUNS[kind];
  const cache = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const { dir_name, is_smart, dir_count, item_count, deleted_at } = dir;
  const below = dir_count > 0 && `${dir_count} 个子${noun}`;
  const held = [below, item_count > 0 && DIR_WORDS[kind].items(item_count)].filter(Boolean);
  const facts = is_smart ? '智能目录' : held.length > 0 ? `连同${held.join('、')}` : `空${noun}`;
  const restore = async () => {
    setIsSending(true);
    try {
      await restoreDir(cache, kind, dir);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <li>
      {is_smart ? <FilterOutlined aria-hidden="true" /> : <FolderOutlined aria-hidden="true" />}
      <b title={dir_name}>{dir_name}</b>
      <span>
        {facts} · {formatTime(deleted_at)} 删除
      </span>
      {can_edit && (
        <Button
          size="small"
          aria-label={`恢复${noun}${dir_name}`}
          loading={isSending}
          onClick={() => void restore().catch(() => {})}
        >
          恢复
        </Button>
      )}
    </li>
  );
}
