import type { Artwork } from '@mixreel/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { question } from '#lib/answers.ts';
import { call } from '#lib/call.ts';
import { go } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { refreshArtworks } from './artwork-cache.ts';
import { mixPath } from './artwork-words.ts';
import { canRemake, remakeWords } from './remake-words.ts';
import styles from './Dialogs.module.css';

const AT_ONCE = 100;

type Props = { artworks: Artwork[]; onClose: () => void };

/** Says what making videos again with other clips will change, and does it. */
export function RemakeDialog({ artworks, onClose }: Props) {
  const cache = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const asked = artworks.slice(0, AT_ONCE);
  const details = useQueries({
    queries: asked.map(({ artwork_id }) => ({
      ...question('artwork.detail', { artwork_id }),
      staleTime: 10_000,
    })),
  });
  const rows = asked.map((one, n) => ({ artwork: one, detail: details[n]?.data, error: details[n]?.error ?? null }));
  const isReading = rows.some(({ detail, error }) => !detail && !error);
  const able = rows.filter(({ detail }) => canRemake(detail));

  const send = async () => {
    setIsSending(true);
    try {
      const artwork_ids = able.map((one) => one.artwork.artwork_id);
      const { count } = await call('artwork.remake', { artwork_ids });
      const mproject_id = able[0]?.artwork.mproject_id;
      showToast('success', `开始重做 ${count} 条，做好会出现在原来的目录里`, {
        ms: 8000,
        ...(mproject_id && { action: { label: '看进度', run: () => go(`${mixPath(mproject_id)}&panel=exports`) } }),
      });
      onClose();
      await refreshArtworks(cache, ['task.list']);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={artworks.length === 1 ? `用新素材重做「${artworks[0]?.artwork_name}」` : '用新素材重做'}
      okText={isReading ? '正在看能换哪些' : `重做 ${able.length} 条`}
      cancelText="取消"
      okButtonProps={{ disabled: isReading || able.length === 0 }}
      confirmLoading={isSending}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <ul className={styles['facts']}>
          <li>镜头换上混剪里这条没用过的片段，做成新的成片；原来的保留。</li>
          <li>台词、字幕、配音、音乐和镜头顺序不变。</li>
        </ul>
        <table className={styles['names']} aria-label="每条会换多少">
          <thead>
            <tr>
              <th scope="col">成片</th>
              <th scope="col">会换什么</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ artwork: { artwork_id, artwork_name }, detail, error }) => (
              <tr key={artwork_id} data-same={!canRemake(detail)}>
                <td title={artwork_name}>{artwork_name}</td>
                <td>{detail ? remakeWords(detail) : (error?.message ?? '正在看…')}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {artworks.length > AT_ONCE && <p className={styles['note']}>一次最多重做 {AT_ONCE} 条，先做最前面的。</p>}
      </div>
    </Modal>
  );
}
