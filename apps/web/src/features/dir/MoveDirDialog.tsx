import { type Dir, DIR_NOUNS } from '@mixreel/contract';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { moveProblem, pathNames } from './dir-tree.ts';

type Props = { dir: Dir; dirs: Dir[]; onMove: (parent_id: string | null) => void; onClose: () => void };

const TOP = '';

/** Where a directory goes, for those who do not drag. */
export function MoveDirDialog({ dir, dirs, onMove, onClose }: Props) {
  const noun = DIR_NOUNS[dir.kind];
  const [to, setTo] = useState<string>();
  const options = [
    ...(moveProblem(dirs, dir, null) === null ? [{ value: TOP, label: '最上层' }] : []),
    ...pathNames(dirs)
      .filter((one) => moveProblem(dirs, dir, one.dir.dir_id) === null)
      .map(({ dir: { dir_id }, path }) => ({ value: dir_id, label: path })),
  ];
  return (
    <Modal
      open
      centered
      width={440}
      title={`把「${dir.dir_name}」移到`}
      okText="移动"
      cancelText="取消"
      okButtonProps={{ disabled: to === undefined }}
      onOk={() => to !== undefined && onMove(to === TOP ? null : to)}
      onCancel={onClose}
    >
      <Select
        autoFocus
        style={{ width: '100%' }}
        aria-label={`移到哪个${noun}下`}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={`选择上级${noun}`}
        notFoundContent={`没有能放它的${noun}`}
        value={to}
        options={options}
        onChange={setTo}
      />
    </Modal>
  );
}
