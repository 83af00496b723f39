import {
  AuditOutlined,
  CloseOutlined,
  DeleteOutlined,
  EditOutlined,
  FolderOpenOutlined,
  MoreOutlined,
  RollbackOutlined,
  ShareAltOutlined,
  TagOutlined,
} from '@ant-design/icons';
import { type Artwork, REVIEW_STATES, type ReviewState } from '@mixreel/contract';
import { Button, Dropdown } from 'antd';
import { DownloadButton } from '#features/download/DownloadButton.tsx';
import { DraftButton } from '#features/draft/DraftButton.tsx';
import { LikenessButton } from '#features/likeness/LikenessButton.tsx';
import { artworkPicks } from './artwork-selection.ts';
import { REVIEW_KEYS, REVIEWS } from './artwork-words.ts';
import { MarkMenu } from './MarkMenu.tsx';
import styles from './Artwork.module.css';

export type BarAct = 'move' | 'rename' | 'remake' | 'push' | 'share' | 'delete' | 'restore' | 'marks';

type Props = {
  project_id: string;
  is_bin: boolean;
  can_edit: boolean;
  onSelectAll: () => void;
  onReview: (artworks: Artwork[], to: ReviewState) => void;
  onAct: (act: BarAct) => void;
};

/** What can be done with everything that is ticked. */
export function SelectionBar({ project_id, is_bin, can_edit, onSelectAll, onReview, onAct }: Props) {
  const picked = artworkPicks.use((state) => state.picked);
  if (picked.size === 0 || (is_bin && !can_edit)) return null;
  const artworks = [...picked.values()];
  const artwork_ids = [...picked.keys()];
  return (
    <div className={styles['bar']} role="toolbar" aria-label="对选中的成片">
      <span role="status">已选 {picked.size} 条</span>
      <Button type="text" onClick={onSelectAll}>
        全选
      </Button>
      <span className={styles['divider']} aria-hidden="true" />
      {is_bin ? (
        <Button type="text" icon={<RollbackOutlined aria-hidden="true" />} onClick={() => onAct('restore')}>
          恢复
        </Button>
      ) : (
        <>
          {can_edit && (
            <>
              <Dropdown
                trigger={['click']}
                placement="top"
                menu={{
                  items: REVIEWS.map((key) => ({ key, label: REVIEW_STATES[key], extra: REVIEW_KEYS[key] })),
                  onClick: ({ key }) => onReview(artworks, key as ReviewState),
                }}
              >
                <Button type="text" icon={<AuditOutlined aria-hidden="true" />} aria-haspopup="menu">
                  审核
                </Button>
              </Dropdown>
              <MarkMenu project_id={project_id} artworks={artworks} onManage={() => onAct('marks')}>
                <Button type="text" icon={<TagOutlined aria-hidden="true" />} aria-haspopup="true">
                  标记
                </Button>
              </MarkMenu>
              <Button type="text" icon={<FolderOpenOutlined aria-hidden="true" />} onClick={() => onAct('move')}>
                移动
              </Button>
              <Button type="text" icon={<EditOutlined aria-hidden="true" />} onClick={() => onAct('rename')}>
                改名
              </Button>
              <Button type="text" icon={<ShareAltOutlined aria-hidden="true" />} onClick={() => onAct('share')}>
                分享
              </Button>
            </>
          )}
          <DownloadButton type="text" artwork_ids={artwork_ids} />
          <DraftButton type="text" project_id={project_id} artwork_ids={artwork_ids} label="导出工程" />
          <LikenessButton type="text" project_id={project_id} artwork_ids={artwork_ids} />
          {can_edit && (
            <Dropdown
              trigger={['click']}
              placement="top"
              menu={{
                items: [
                  { key: 'remake', label: '用新素材重做…' },
                  { key: 'push', label: '存入素材库' },
                ],
                onClick: ({ key }) => onAct(key as BarAct),
              }}
            >
              <Button
                type="text"
                icon={<MoreOutlined aria-hidden="true" />}
                aria-label="更多操作"
                aria-haspopup="menu"
              />
            </Dropdown>
          )}
          {can_edit && (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label="删除"
              title="删除"
              onClick={() => onAct('delete')}
            />
          )}
        </>
      )}
      <span className={styles['divider']} aria-hidden="true" />
      <Button
        type="text"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label="取消选择"
        title="取消选择（Esc）"
        onClick={() => artworkPicks.clear({ keep_place: true })}
      />
    </div>
  );
}
