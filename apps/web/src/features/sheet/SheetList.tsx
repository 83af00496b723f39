import { DeleteOutlined, PictureOutlined, PlusOutlined } from '@ant-design/icons';
import type { Material, SheetCard } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { GenerateTabs } from '#features/generate/GenerateTabs.tsx';
import { PicturePicker } from '#features/sku/PicturePicker.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call, type InputOf } from '#lib/call.ts';
import { formatAgo } from '#lib/format.ts';
import { onward } from '#lib/go.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { useSearchedPages } from '#ui/SearchedPages.tsx';
import { sheetPath } from './open-sheet.ts';
import styles from './Sheet.module.css';

const PAGE = 30;
const UNDO_MS = 8000;
const SIZE = { min_width: 208, ratio: 1, foot: 48 };
const SIZES = [
  { key: '1080x1920', label: '竖版 9:16（1080×1920）' },
  { key: '1080x1440', label: '竖版 3:4（1080×1440）' },
  { key: '1080x1080', label: '方形 1:1（1080×1080）' },
  { key: '1440x1080', label: '横版 4:3（1440×1080）' },
  { key: '1920x1080', label: '横版 16:9（1920×1080）' },
  { key: 'picture', label: '用一张图片（素材库或上传）' },
];

/** The pictures in layers of a project. */
export function SheetList({ project_id }: { project_id: string }) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const pages = useSearchedPages(PAGE);
  const [isPicking, setIsPicking] = useState(false);
  const list = useCall('sheet.list', { project_id, ...pages.input }, { keep_previous: true });
  const add = useSend('sheet.add', { refresh: ['sheet.list'] });
  const refresh = () => readAgain(cache, 'sheet.list');

  const create = async (origin: InputOf<'sheet.add'>['origin']) => {
    const goOn = onward();
    goOn(sheetPath(await add.mutateAsync({ project_id, origin })));
  };
  const choose = (key: string) => {
    if (key === 'picture') return setIsPicking(true);
    const [width = 1080, height = 1080] = key.split('x').map(Number);
    return void create({ from: 'empty', width, height }).catch(() => {});
  };
  const remove = async ({ sheet_id, sheet_name }: SheetCard) => {
    await call('sheet.delete', { sheet_id });
    await refresh();
    const restore = async () => {
      await call('sheet.restore', { sheet_id });
      await refresh();
    };
    const action = { label: '撤销', run: () => void restore().catch(() => {}) };
    showToast('success', `已删除「${sheet_name}」`, { ms: UNDO_MS, action });
  };
  return (
    <div className={styles['page']}>
      <GenerateTabs />
      <div className={styles['list']}>
        <ListPage
          title="图片编辑"
          subtitle="海报、主图、封面：分图层编辑，可以几个人一起改。"
          pages={pages}
          query={list}
          label="搜索图片"
          placeholder="按名称搜索"
          buttons={
            canEdit && (
              <Dropdown trigger={['click']} menu={{ items: SIZES, onClick: ({ key }) => choose(key) }}>
                <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} loading={add.isPending}>
                  新建图片
                </Button>
              </Dropdown>
            )
          }
          loading={<GridSkeleton label="正在加载图片" size={SIZE} />}
          empty={{
            icon: <PictureOutlined />,
            title: '这个项目还没有编辑过的图片',
            text: canEdit
              ? '新建一张空白画布，或者打开素材库的图片；文生图的海报点「去编辑」也会到这里。'
              : '你在这个空间只能查看。编辑者做的图片会出现在这里。',
          }}
          no_match={(keyword) => `没有名称里带「${keyword}」的图片。`}
        >
          {(items) => (
            <ul className={styles['cards']} aria-label="图片" aria-busy={list.isFetching}>
              {items.map((card) => (
                <li key={card.sheet_id}>
                  <Link to={sheetPath(card)} aria-label={`打开「${card.sheet_name}」`}>
                    <Cover card={card} />
                    <strong>{card.sheet_name}</strong>
                    <small>{`${card.width}×${card.height} · ${card.layer_count} 个图层 · ${card.creator_name} · ${formatAgo(card.updated_at)}`}</small>
                  </Link>
                  {canEdit && (
                    <Button
                      size="small"
                      type="text"
                      aria-label={`删除「${card.sheet_name}」`}
                      icon={<DeleteOutlined aria-hidden="true" />}
                      onClick={() => void remove(card).catch(() => {})}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </ListPage>
      </div>
      {isPicking && (
        <PicturePicker
          project_id={project_id}
          place="图片编辑"
          max={1}
          taken={new Set()}
          onPick={([picture]: Material[]) => {
            setIsPicking(false);
            if (!picture) return;
            void create({ from: 'picture', picture: { material_id: picture.material_id } }).catch(() => {});
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  );
}

function Cover({ card: { cover_url, width, height } }: { card: SheetCard }) {
  return (
    <span className={styles['cover']}>
      {cover_url ? (
        <img src={cover_url} alt="" loading="lazy" />
      ) : (
        <i style={{ aspectRatio: `${width} / ${height}` }} />
      )}
    </span>
  );
}
