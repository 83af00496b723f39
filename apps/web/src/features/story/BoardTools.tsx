import {
  DeleteOutlined,
  DownOutlined,
  EditOutlined,
  LockOutlined,
  PlusOutlined,
  SafetyCertificateOutlined,
  SearchOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { StoryRow } from '@mixreel/contract';
import { Button, Dropdown } from 'antd';
import { memo } from 'react';
import { COMMAND_KEY } from '#lib/keys.ts';
import { Choice } from '#ui/Choice.tsx';
import { ColumnsButton } from '#ui/grid/ColumnsButton.tsx';
import type { KeptColumns } from '#ui/grid/kept-columns.ts';
import { useDesk } from './board.ts';
import type { BoardWriting } from './BoardWriter.tsx';
import type { RowActs } from './row-acts.ts';
import styles from './Board.module.css';

export type BoardView = 'table' | 'cards';
/** What stands beside the rows. */
export type BoardSide = 'history' | 'facts' | 'check' | 'shoot';
const VIEWS: { value: BoardView; label: string }[] = [
  { value: 'table', label: '表格' },
  { value: 'cards', label: '卡片' },
];

type Props = {
  view: BoardView;
  onView: (view: BoardView) => void;
  acts: RowActs;
  columns: KeptColumns<StoryRow>;
  onFind: () => void;
  onWrite: (writing: BoardWriting) => void;
  side: BoardSide | null;
  onSide: (side: BoardSide) => void;
  /** Places that somebody should look at; of them those that keep the board here. */
  open: number;
  broken: number;
};

/** Above the rows: how they are shown, and what is done to whole rows. */
export const BoardTools = memo(function BoardTools(props: Props) {
  const { view, onView, acts, columns, onFind, onWrite, side, onSide, open, broken } = props;
  const canEdit = useDesk((state) => state.can_edit);
  const items = [
    { key: 'above', label: '在上面插入一行', onClick: acts.above },
    { key: 'below', label: '在下面插入一行', onClick: acts.below },
    { key: 'duplicate', label: '复制一份', onClick: acts.duplicate },
    { key: 'split', label: `拆成两行（写字时 ${COMMAND_KEY} Enter 从光标处拆）`, onClick: () => acts.split(null) },
    { key: 'join', label: `合并成一行（${COMMAND_KEY} J）`, onClick: acts.join },
  ];
  return (
    <div className={styles['tools']} role="toolbar" aria-label="分镜表工具">
      <Choice label="怎么看" options={VIEWS} value={view} onChange={onView} />
      {canEdit && (
        <>
          <Button
            size="small"
            type="text"
            icon={<EditOutlined aria-hidden="true" />}
            onClick={() => onWrite({ what: 'write' })}
          >
            AI 添加分镜
          </Button>
          <Button size="small" type="text" onClick={() => onWrite({ what: 'tone' })}>
            换语气
          </Button>
        </>
      )}
      {canEdit && view === 'table' && (
        <>
          <Button size="small" type="text" icon={<PlusOutlined aria-hidden="true" />} onClick={acts.add}>
            加一行
          </Button>
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button size="small" type="text" icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
              选中的行
            </Button>
          </Dropdown>
          <Button size="small" type="text" icon={<DeleteOutlined aria-hidden="true" />} onClick={acts.remove}>
            删除行
          </Button>
        </>
      )}
      <span className={styles['right']}>
        <Button
          size="small"
          type="text"
          icon={<VideoCameraOutlined aria-hidden="true" />}
          aria-pressed={side === 'shoot'}
          onClick={() => onSide('shoot')}
        >
          拍摄
        </Button>
        <Button
          size="small"
          type="text"
          icon={<LockOutlined aria-hidden="true" />}
          aria-pressed={side === 'facts'}
          onClick={() => onSide('facts')}
        >
          产品事实
        </Button>
        <Button
          size="small"
          type="text"
          danger={broken > 0}
          icon={<SafetyCertificateOutlined aria-hidden="true" />}
          aria-pressed={side === 'check'}
          onClick={() => onSide('check')}
        >
          {open > 0 ? `检查（${open} 处）` : '检查'}
        </Button>
        {view === 'table' && (
          <>
            <Button size="small" type="text" icon={<SearchOutlined aria-hidden="true" />} onClick={onFind}>
              查找替换
            </Button>
            <ColumnsButton columns={columns} />
          </>
        )}
      </span>
    </div>
  );
});
