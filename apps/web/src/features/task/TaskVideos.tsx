import type { ExportVideo, Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { readAgain } from '#lib/read-again.ts';
import { throttle } from '#lib/timing.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { Pill } from '#ui/Pill.tsx';
import { EXPORT_NAMES, EXPORT_TONES } from './task-words.ts';
import styles from './Videos.module.css';

const PAGE = 100;
const OFTEN_MS = 700;

type Props = {
  task: Pick<Task, 'task_id' | 'status' | 'progress'>;
  mproject_id: string;
  /** Plays a finished video, where there is room for it. */
  onPlay?: (artwork_id: string) => void;
};

/** The videos of an export: how far each is, what failed and why. They move on with the task. */
export function TaskVideos({ task: { task_id, status, progress }, mproject_id, onPlay }: Props) {
  const cache = useQueryClient();
  const [page_index, setPage] = useState(1);
  const videos = useCall(
    'candidate.exports',
    { mproject_id, task_id, page_index, page_size: PAGE },
    { keep_previous: true },
  );
  const look = useMemo(() => throttle(() => void readAgain(cache, 'candidate.exports'), OFTEN_MS), [cache]);
  const move = useEffectEvent(() => {
    if (videos.data) look();
  });
  useEffect(() => move(), [status, progress]);
  // The mix may be gone by now: a word, not a page, since the task itself is there.
  if (videos.error && !videos.data) return <p className={styles['gone']}>视频没有列出来：{videos.error.message}</p>;
  return (
    <ListStates
      query={videos}
      isEmpty={({ items }) => items.length === 0}
      empty={null}
      loading={<LoadingRows count={2} label="正在加载视频" />}
    >
      {({ items, page_info }) => (
        <>
          <ul className={styles['videos']} aria-label="这次导出的视频">
            {items.map((video) => (
              <VideoRow key={video.export_video_id} video={video} onPlay={onPlay} />
            ))}
          </ul>
          {page_info.total_page > 1 && (
            <div className={styles['pages']}>
              <Button size="small" disabled={page_index <= 1} onClick={() => setPage(page_index - 1)}>
                上一页
              </Button>
              <span>
                {page_index} / {page_info.total_page}
              </span>
              <Button
                size="small"
                disabled={page_index >= page_info.total_page}
                onClick={() => setPage(page_index + 1)}
              >
                下一页
              </Button>
            </div>
          )}
        </>
      )}
    </ListStates>
  );
}

function VideoRow({ video, onPlay }: { video: ExportVideo; onPlay: Props['onPlay'] }) {
  const { file_name, status, progress, error, artwork_id, number } = video;
  return (
    <li data-status={status}>
      <span className={styles['file']} title={file_name}>
        {file_name}
      </span>
      {status === 'rendering' ? (
        <Progress percent={Math.floor(progress)} size="small" aria-label={`第 ${number} 条的进度`} />
      ) : status === 'done' && artwork_id && onPlay ? (
        <button type="button" aria-label={`播放${file_name}`} onClick={() => onPlay(artwork_id)}>
          播放
        </button>
      ) : (
        <Pill tone={EXPORT_TONES[status]}>{EXPORT_NAMES[status]}</Pill>
      )}
      {error && <p>{error}</p>}
    </li>
  );
}
