import { CloudDownloadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatSize } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useSend } from '#lib/use-call.ts';
import { usePacks } from './packs.ts';
import styles from './PreparingNotice.module.css';

type Props = {
  pack: string;
  name: string;
  /** What can be done until it is here. */
  meanwhile?: string;
  onReady: () => void;
};

const MEANWHILE = '准备好之前可以先写台词，好了会自动继续。';

/** A model that is still on its way: how far, and who can do something about it. Nothing when it is here. */
export function PreparingNotice({ pack, name, meanwhile = MEANWHILE, onReady }: Props) {
  const packs = usePacks(pack);
  const isAdmin = useSession((state) => state.user_info?.role === 'admin');
  const fetchPack = useSend('ai.fetchPack', { refresh: ['ai.packs'] });
  const found = packs.data?.find((one) => one.pack === pack);
  const state = found?.state ?? 'ready';

  const wasMissing = useRef(false);
  const tellReady = useEffectEvent(onReady);
  useEffect(() => {
    if (state === 'ready' && wasMissing.current) tellReady();
    wasMissing.current = state !== 'ready';
  }, [state]);

  if (!found || state === 'ready') return null;
  const percent = Math.floor(found.progress * 100);
  return (
    <div className={styles['notice']} role="status">
      <CloudDownloadOutlined aria-hidden="true" />
      {state === 'fetching' && (
        <>
          <span>
            {name}正在准备 {percent}%
          </span>
          <Progress percent={percent} size="small" showInfo={false} aria-label={`${name}的准备进度`} />
          <small>{meanwhile}</small>
        </>
      )}
      {state === 'missing' && (
        <span>
          {name}还没有下载{isAdmin ? `，大小 ${formatSize(found.bytes)}。` : '，请联系管理员下载。'}
          {found.is_default ? '' : meanwhile}
        </span>
      )}
      {state === 'failed' && (
        <span>
          {name}没有下载成功：{found.error ?? '请检查网络'}
          {isAdmin ? '' : '。请联系管理员。'}
        </span>
      )}
      {state !== 'fetching' && isAdmin && (
        <Button size="small" type="primary" loading={fetchPack.isPending} onClick={() => fetchPack.mutate({ pack })}>
          {state === 'failed' ? '重新下载' : '下载'}
        </Button>
      )}
    </div>
  );
}
