import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { addDir } from '#features/dir/dir-actions.ts';
import { pathNames } from '#features/dir/dir-tree.ts';
import { useCall } from '#lib/use-call.ts';
import { moveArtworks } from './artwork-actions.ts';
import styles from './Dialogs.module.css';

type Props = { artworks: Artwork[]; project_id: string; onClose: () => void };

const NEW = '';

/** Into which directory finished videos go, also one that is made for them. */
export function MoveDialog({ artworks, project_id, onClose }: Props) {
  const cache = useQueryClient();
  const tree = useCall('dir.tree', { project_id });
  const [to, setTo] = useState<string>();
  const [name, setName] = useState('');
  const [isSending, setIsSending] = useState(false);
  const choices = pathNames(tree.data?.dirs ?? []);
  const isReady = to !== undefined && (to !== NEW || name.trim() !== '');

  const send = async () => {
    if (!isReady || isSending) return;
    setIsSending(true);
    try {
      const dir =
        to === NEW
          ? await addDir(cache, { project_id, dir_name: name.trim() })
          : choices.find(({ dir: { dir_id } }) => dir_id === to)?.dir;
      if (dir) await moveArtworks(cache, artworks, dir);
      onClose();
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={440}
      title={artworks.length === 1 ? `移动「${artworks[0]?.artwork_name}」` : `移动 ${artworks.length} 条成片`}
      okText="移动"
      cancelText="取消"
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isSending}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <Select
          autoFocus
          aria-label="移到哪个目录"
          loading={tree.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择目录，可以输入名称查找"
          value={to}
          options={[
            ...choices.map(({ dir, path }) => ({ value: dir.dir_id, label: path })),
            { value: NEW, label: '＋ 新建目录…' },
          ]}
          onChange={setTo}
        />
        {to === NEW && (
          <Input
            autoFocus
            aria-label="新目录的名称"
            placeholder="新目录的名称"
            maxLength={50}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => void send().catch(() => {})}
          />
        )}
      </div>
    </Modal>
  );
}
