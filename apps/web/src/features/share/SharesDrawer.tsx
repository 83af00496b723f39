import { FolderOutlined, LayoutOutlined } from '@ant-design/icons';
import { DIR_NOUNS, type Share } from '@mixreel/contract';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { copyText } from '#lib/clipboard.ts';
import { formatAgo, formatCount } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import { Pill } from '#ui/Pill.tsx';
import { SearchedPages, useSearchedPages } from '#ui/SearchedPages.tsx';
import { ChangeShareDialog } from './ChangeShareDialog.tsx';
import { heldWords, isExpired, shareAddress, untilWords } from './share-words.ts';
import styles from './Share.module.css';

const PAGE_SIZE = 20;

/** Every link that the space has given out, how often it was opened, and the way to stop it. */
export function SharesDrawer({ onClose }: { onClose: () => void }) {
  const pages = useSearchedPages(PAGE_SIZE);
  const list = useCall('share.mine', { ...pages.input, origin: window.location.origin }, { keep_previous: true });
  return (
    <Drawer open title="空间里的分享" size={600} onClose={onClose} styles={{ body: { padding: 0 } }}>
      <SearchedPages
        pages={pages}
        query={list}
        label="搜索分享"
        placeholder="按标题搜索"
        empty={{
          title: '还没有分享过',
          text: '在素材库里选中素材或成片，点「分享」生成链接；文件夹和目录在它的菜单里，故事板在它的页面上方。',
        }}
        no_match="没有这样的分享"
        head_class={styles['search']}
        pages_class={styles['pages']}
      >
        {(items) => (
          <ul className={styles['shares']}>
            {items.map((share) => (
              <ShareRow key={share.record_uuid} share={share} />
            ))}
          </ul>
        )}
      </SearchedPages>
    </Drawer>
  );
}

function ShareRow({ share }: { share: Share }) {
  const { record_uuid, title, url, expires_at, revoked_at, view_count, download_count, item_count, cover_url } = share;
  const canEdit = useCanEdit();
  const revoke = useSend('share.revoke', { refresh: ['share.mine'] });
  const [isChanging, setIsChanging] = useState(false);
  const isPast = isExpired(expires_at);
  const isOver = revoked_at !== null || isPast;
  const ask = async () => {
    const text = '已经拿到链接的人马上就打不开了，不能恢复。';
    if (await confirmBox({ title: `停止分享「${title}」？`, text, ok_label: '停止分享', is_danger: true })) {
      revoke.mutate({ record_uuid });
    }
  };
  return (
    <li data-over={isOver}>
      <span className={styles['cover']} aria-hidden="true">
        {cover_url ? (
          <img src={cover_url} alt="" loading="lazy" />
        ) : share.kind === 'story' ? (
          <LayoutOutlined />
        ) : (
          <FolderOutlined />
        )}
      </span>
      <div className={styles['words']}>
        <p className={styles['name']}>
          <span title={title}>{title}</span>
          {revoked_at !== null ? (
            <Pill>已停止</Pill>
          ) : (
            <Pill tone={isPast ? 'neutral' : 'good'}>{untilWords(expires_at)}</Pill>
          )}
          {share.has_password && <Pill>有密码</Pill>}
        </p>
        <p className={styles['quiet']}>
          {[
            share.kind.endsWith('_dir')
              ? DIR_NOUNS[share.kind === 'artwork_dir' ? 'artwork' : 'material']
              : heldWords(share.kind, item_count),
            `打开 ${formatCount(view_count)} 次`,
            `下载 ${formatCount(download_count)} 次`,
            `${share.creator_name} ${formatAgo(share.created_at)}`,
          ].join(' · ')}
        </p>
      </div>
      {revoked_at === null && (
        <div className={styles['actions']}>
          {!isPast && (
            <Button
              size="small"
              type="text"
              aria-label={`复制「${title}」的链接`}
              onClick={() => void copyText(shareAddress(url))}
            >
              复制
            </Button>
          )}
          {canEdit && (
            <Button size="small" type="text" aria-label={`修改分享「${title}」`} onClick={() => setIsChanging(true)}>
              {isPast ? '续期' : '修改'}
            </Button>
          )}
          {canEdit && !isPast && (
            <Button
              size="small"
              type="text"
              danger
              loading={revoke.isPending}
              aria-label={`停止分享「${title}」`}
              onClick={() => void ask()}
            >
              停止
            </Button>
          )}
        </div>
      )}
      {isChanging && <ChangeShareDialog share={share} onClose={() => setIsChanging(false)} />}
    </li>
  );
}
