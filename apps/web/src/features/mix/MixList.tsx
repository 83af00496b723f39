import { PlusOutlined, ScissorOutlined } from '@ant-design/icons';
import { type MixCard, mixKind, planMix } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { distantDocument } from '#features/document/distant-document.ts';
import { useCanEdit } from '#features/team/space.ts';
import { call, tellError } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { ListHead, ListPage } from '#ui/ListPage.tsx';
import { inputBox } from '#ui/message-box.ts';
import { moveInCards } from '#ui/move-in-cards.ts';
import { useSearchedPages } from '#ui/SearchedPages.tsx';
import { CreateMixDialog } from './CreateMixDialog.tsx';
import { WORDS } from './mix-words.ts';
import { MixCardView } from './MixCardView.tsx';
import styles from './Workspace.module.css';

const PAGE = 24;
const UNDO_MS = 8000;
/** How often cards of mixes that are being made look again, and a project whose first mix may be on its way. */
const LOOK_MS = 4000;

export function MixList({ project_id }: { project_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const pages = useSearchedPages(PAGE);
  const [creating, setCreating] = useState<{ copy_of: MixCard | null } | null>(null);
  const list = useCall('mix.list', { project_id, ...pages.input }, { keep_previous: true });
  const refresh = () => readAgain(cache, 'mix.list');

  const isBusy = list.data?.items.some(({ progress }) => progress !== null) ?? false;
  const isEmpty = list.data?.page_info.total === 0;
  const look = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (!isBusy && !isEmpty) return;
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isBusy, isEmpty]);

  const open = (mproject_id: string) =>
    void navigate(`/studio/videoProduction?${new URLSearchParams({ mproject_id, projectId: project_id })}`);
  const remove = async ({ mproject_id, mproject_name }: MixCard) => {
    await call('mix.delete', { mproject_id });
    await refresh();
    const restore = async () => {
      await call('mix.restore', { mproject_id });
      await refresh();
    };
    const action = { label: '撤销', run: () => void restore().catch(() => {}) };
    showToast('success', `已删除「${mproject_name}」`, { ms: UNDO_MS, action });
  };
  const rename = async ({ mproject_id, mproject_name }: MixCard) => {
    const wanted = await inputBox({
      title: '改名',
      label: '混剪名称',
      initial: mproject_name,
      max_length: 100,
      check: (value) => (value.trim() ? null : '请填写名称'),
    });
    if (wanted === null || wanted.trim() === mproject_name) return;
    const mix = distantDocument(mproject_id, mixKind);
    const isRenamed = await mix.act((state) => planMix(state, { mproject_name: wanted.trim() }));
    await refresh();
    if (!isRenamed) return;
    const action = { label: '撤销', run: () => void mix.undo().then(refresh, tellError) };
    showToast('success', `已改名为「${wanted.trim()}」`, { ms: UNDO_MS, action });
  };

  const createButton = canEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setCreating({ copy_of: null })}>
      {WORDS.create}
    </Button>
  );
  return (
    <div className={styles['page']}>
      <ListPage
        title={WORDS.title}
        subtitle={WORDS.subtitle}
        pages={pages}
        query={list}
        label={WORDS.search_label}
        placeholder={WORDS.search_placeholder}
        buttons={createButton}
        loading={<Ghosts />}
        empty={{
          icon: <ScissorOutlined />,
          title: WORDS.empty_title,
          text: canEdit ? WORDS.empty_text : WORDS.empty_viewer,
        }}
        no_match={(keyword) => `没有名称里带「${keyword}」的混剪。`}
      >
        {(items) => (
          <ul className={styles['grid']} aria-label={WORDS.grid_label} aria-busy={list.isFetching}>
            {items.map((card) => (
              <MixCardView
                key={card.mproject_id}
                card={card}
                onOpen={() => open(card.mproject_id)}
                onResult={() =>
                  void navigate(
                    `/studio/result?${new URLSearchParams({ mproject_id: card.mproject_id, projectId: project_id })}`,
                  )
                }
                onKey={moveInCards}
                {...(canEdit && {
                  onRename: () => void rename(card).catch(() => {}),
                  onCopy: () => setCreating({ copy_of: card }),
                  onRemove: () => void remove(card).catch(() => {}),
                })}
              />
            ))}
          </ul>
        )}
      </ListPage>
      {creating && (
        <CreateMixDialog project_id={project_id} copy_of={creating.copy_of} onClose={() => setCreating(null)} />
      )}
    </div>
  );
}

/** The shape of the page while it is on its way. */
export function MixSkeleton() {
  return (
    <div className={styles['page']}>
      <ListHead title={WORDS.title} subtitle={WORDS.subtitle} />
      <Ghosts />
    </div>
  );
}

function Ghosts() {
  return (
    <div className={styles['grid']} role="status" aria-label={WORDS.loading}>
      {Array.from({ length: 8 }, (_, n) => (
        <div key={n} className={`skeleton ${styles['ghost']}`} aria-hidden="true" />
      ))}
    </div>
  );
}
