import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { call } from '#lib/call.ts';
import { Film } from '#ui/Film.tsx';
import { useBatch, useDesk } from './batch.ts';
import styles from './Agent.module.css';

/** Whoever only passes over it wants nothing. */
const REST_MS = 350;

/** What has not been made is put together to be played, which is for who may edit, and of the rows as they are now. */
export function PreviewCell({ row_id }: { row_id: string }) {
  const canEdit = useDesk((state) => state.can_edit);
  return canEdit && <Preview row_id={row_id} />;
}

/** Plays in its cell while the pointer rests on it, without anything having been made; pressed, it opens large. */
function Preview({ row_id }: { row_id: string }) {
  const { batch, onShow } = useBatch();
  const [url, setUrl] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useRef<AbortController>(null);
  const { agent_batch_config_id } = batch;
  const leave = () => {
    clearTimeout(timer.current);
    stop.current?.abort();
    setUrl(null);
  };
  useEffect(() => leave, []);
  const rest = () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    call('agentBatch.preview', { agent_batch_config_id, row_id }, { is_quiet: true, signal }).then(
      (preview) => !signal.aborted && setUrl(preview.url),
      // Why it does not play is said when somebody asks for it by pressing.
      () => {},
    );
  };
  return (
    <span
      className={styles['preview']}
      onPointerEnter={() => (timer.current = setTimeout(rest, REST_MS))}
      onPointerLeave={leave}
    >
      {url ? (
        <Film src={addressOf(url)} autoPlay muted loop playsInline aria-hidden="true" />
      ) : (
        <Button
          type="text"
          icon={<PlayCircleOutlined aria-hidden="true" />}
          aria-label="播放这一条"
          tabIndex={-1}
          onClick={() => onShow('play', row_id)}
        />
      )}
    </span>
  );
}
