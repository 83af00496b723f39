import { FilterOutlined, FolderOutlined } from '@ant-design/icons';
import type { DeletedDir } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { restoreDir } from './dir-actions.ts';
import styles from './Dirs.module.css';

type Props = { dirs: DeletedDir[]; can_edit: boolean };

/** The directories in the bin: each comes back with all that was deleted with it. */
export function DeletedDirs({ dirs, can_edit }: Props) {
  if (dirs.length === 0) return null;
  return (
    <ul className={styles['deleted']} aria-label="回收站里的目录">
      {dirs.map((dir) => (
        <Row key={dir.dir_id} dir={dir} can_edit={can_edit} />
      ))}
    </ul>
  );
}

function Row({ dir, can_edit }: { dir: DeletedDir; can_edit: boolean }) {
  const cache = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const { dir_name, is_smart, dir_count, item_count, deleted_at } = dir;
  const held = [dir_count > 0 && `${dir_count} 个子目录`, item_count > 0 && `${item_count} 条成片`].filter(Boolean);
  const facts = is_smart ? '智能目录' : held.length > 0 ? `连同${held.join('、')}` : '空目录';
  const restore = async () => {
    setIsSending(true);
    try {
      await restoreDir(cache, dir);
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
          aria-label={`恢复目录${dir_name}`}
          loading={isSending}
          onClick={() => void restore().catch(() => {})}
        >
          恢复
        </Button>
      )}
    </li>
  );
}
