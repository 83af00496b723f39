import {
  DownloadOutlined,
  FileImageOutlined,
  FolderFilled,
  SoundOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { SharedItem } from '@mixreel/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { keyOf } from '#lib/answers.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { formatDuration, formatSize } from '#lib/format.ts';
import { changeQuery } from '#lib/go.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { heldWords, untilWords } from './share-words.ts';
import { ShareViewer } from './ShareViewer.tsx';
import { useDownload } from './use-download.ts';
import { visitOf } from './visit.ts';
import styles from './SharePage.module.css';

const PAGE_SIZE = 60;
const AWAITED_MS = 5000;
const ICONS = {
  video: VideoCameraOutlined,
  image: FileImageOutlined,
  ai_image: FileImageOutlined,
  audio: SoundOutlined,
};

type Props = { share: OutputOf<'share.detail'>; password: string };

export function SharedMaterials({ share, password }: Props) {
  const [params] = useSearchParams();
  // In the address, so that a phone's way back leads up.
  const dir_id = params.get('dir');
  const { record_uuid, kind, title, owner_name, expires_at, item_count, total_bytes, allow_download, quality } = share;
  const visit = visitOf(record_uuid, password);
  const list = useInfiniteQuery({
    queryKey: keyOf('share.list', visit, dir_id),
    queryFn: ({ pageParam, signal }) =>
      call(
        'share.list',
        { ...visit, ...(dir_id && { dir_id }), page_index: pageParam, page_size: PAGE_SIZE },
        { is_quiet: true, signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page_info: { page_index, total_page } }) =>
      page_index < total_page ? page_index + 1 : undefined,
    // The links in it live for an hour; a page that is still looked at then gets new ones. Small copies may be on their way.
    refetchInterval: ({ state }) => (state.data?.pages.some(isAwaited) ? AWAITED_MS : 50 * 60_000),
  });
  const [shown, setShown] = useState<number | null>(null);
  const { download, busy } = useDownload(visit, dir_id);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = list.data?.pages ?? [];
  const { dirs = [], path = [] } = first ?? {};
  const open = (to: string) => {
    setShown(null);
    changeQuery((now) => {
      const next = new URLSearchParams(now);
      next.set('dir', to);
      return next;
    });
  };
  const isEmpty = first !== undefined && items.length === 0 && dirs.length === 0;
  const facts = [
    heldWords(kind, item_count),
    total_bytes > 0 ? formatSize(total_bytes) : null,
    quality === 'preview' ? '预览画质' : '原画质',
    untilWords(expires_at),
  ].filter(Boolean);

  return (
    <>
      <div className={styles['head']}>
        <div>
          <h1>{title}</h1>
          <p>
            {owner_name && <strong>{owner_name}</strong>} {facts.join(' · ')}
          </p>
        </div>
        {allow_download && first && !isEmpty && (
          <Button
            look="main"
            is_large
            className={styles['all'] ?? ''}
            is_busy={busy === 'all'}
            onClick={() => void download('all')}
          >
            {busy !== 'all' && <DownloadOutlined aria-hidden="true" />}
            {path.length > 1 ? '下载这一层' : '下载全部'}
          </Button>
        )}
      </div>
      {list.error && !list.isFetching && items.length === 0 && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      )}
      {path.length > 1 && (
        <nav className={styles['path']} aria-label="位置">
          {path.map((one, n) =>
            n === path.length - 1 ? (
              <b key={one.dir_id} aria-current="page">
                {one.dir_name}
              </b>
            ) : (
              <button key={one.dir_id} type="button" onClick={() => open(one.dir_id)}>
                {one.dir_name}
              </button>
            ),
          )}
        </nav>
      )}
      {dirs.length > 0 && (
        <ul className={styles['dirs']} aria-label="文件夹">
          {dirs.map((one) => (
            <li key={one.dir_id}>
              <button type="button" onClick={() => open(one.dir_id)}>
                <FolderFilled aria-hidden="true" />
                <span>{one.dir_name}</span>
                <small>{heldWords(kind, one.item_count)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isEmpty && <EmptyState title="这里现在没有内容" text="分享人可能已经移走或删除了它们。" />}
      <ul className={styles['grid']} aria-label="分享的内容" aria-busy={list.isFetching}>
        {items.map((item, n) => (
          <li key={item.item_id}>
            <Card item={item} onOpen={() => setShown(n)} />
          </li>
        ))}
        {list.isFetching &&
          Array.from({ length: items.length > 0 ? 2 : Math.min(item_count, 6) }, (_, n) => (
            <li key={`place ${n}`} className={`skeleton ${styles['place']}`} aria-hidden="true" />
          ))}
      </ul>
      {list.hasNextPage && <More isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
      {shown !== null && items[shown] && (
        <ShareViewer
          item={items[shown]}
          at={shown}
          total={Math.max(first?.page_info.total ?? 0, items.length)}
          has_next={shown + 1 < items.length || list.hasNextPage}
          onGo={(by) => {
            const next = shown + by;
            if (next >= items.length - 5 && list.hasNextPage && !list.isFetching) void list.fetchNextPage();
            if (next >= 0 && next < items.length) setShown(next);
          }}
          onBroken={() => void list.refetch()}
          onDownload={allow_download ? () => void download(items[shown]!.item_id) : null}
          is_downloading={busy === items[shown].item_id}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

/** Whether something in it cannot be played yet. */
function isAwaited({ items }: OutputOf<'share.list'>): boolean {
  return items.some(({ material_type, preview_url }) => material_type === 'video' && preview_url === null);
}

function Card({ item, onOpen }: { item: SharedItem; onOpen: () => void }) {
  const { name, material_type, cover_url, duration, ai_origin } = item;
  const [isBroken, setIsBroken] = useState(false);
  const Icon = ICONS[material_type];
  return (
    <button type="button" className={styles['card']} onClick={onOpen}>
      <span className={styles['cover']}>
        {cover_url && !isBroken ? (
          <img src={cover_url} alt="" loading="lazy" decoding="async" onError={() => setIsBroken(true)} />
        ) : (
          <Icon aria-hidden="true" />
        )}
        {ai_origin && <span className={styles['ai']}>AI 生成</span>}
        {duration !== null && material_type !== 'image' && (
          <span className={styles['time']}>{formatDuration(duration)}</span>
        )}
      </span>
      <span className={styles['name']}>
        <MiddleCut text={name} />
      </span>
    </button>
  );
}

/** Fetches more when it comes into sight; a button for whoever does not scroll. */
function More({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => {
    if (!isBusy) onMore();
  });
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} className={styles['more']}>
      <Button is_busy={isBusy} onClick={onMore}>
        加载更多
      </Button>
    </div>
  );
}
