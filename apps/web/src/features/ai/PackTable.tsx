import type { Pack } from '@mixreel/contract';
import { Button, Progress, Table, type TableColumnsType } from 'antd';
import { formatSize } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { Pill } from '#ui/Pill.tsx';
import { PACK_STATE_NAMES, PACK_STATE_TONES } from './ai-words.ts';
import { usePacks } from './packs.ts';
import styles from './Ai.module.css';

/** Weights and music that are fetched once: how large, under which licence, from where, and whether they are here. */
export function PackTable() {
  const packs = usePacks();
  const fetchPack = useSend('ai.fetchPack', { refresh: ['ai.packs', 'ai.engines', 'music.list'] });
  const removePack = useSend('ai.removePack', { refresh: ['ai.packs', 'ai.engines', 'music.list'] });

  const askAndRemove = async ({ pack, title, bytes }: Pack) => {
    const text = `腾出 ${formatSize(bytes)}。用到它的功能会停下来，再下载就能恢复。`;
    if (await confirmBox({ title: `移除「${title}」？`, text, ok_label: '移除', is_danger: true })) {
      removePack.mutate({ pack });
    }
  };
  const columns: TableColumnsType<Pack> = [
    {
      title: '名称',
      key: 'title',
      render: (_, { title, purpose }) => (
        <>
          <div className={styles['name']}>{title}</div>
          <div className={styles['quiet']}>{purpose}</div>
        </>
      ),
    },
    { title: '大小', key: 'bytes', align: 'right', render: (_, { bytes }) => formatSize(bytes) },
    {
      title: '许可',
      key: 'licence',
      render: (_, { licence: { code, weights } }) => (code === weights ? code : `${weights}（代码 ${code}）`),
    },
    {
      title: '来源',
      key: 'origin',
      render: (_, { origin }) => (
        <span className={styles['origin']} title={origin}>
          {origin}
        </span>
      ),
    },
    { title: '状态', key: 'state', width: 180, render: (_, pack) => <PackState pack={pack} /> },
    {
      title: '操作',
      key: 'actions',
      align: 'right',
      render: (_, pack) => {
        if (pack.state === 'fetching') return null;
        if (pack.state === 'ready') {
          return (
            <Button
              type="text"
              size="small"
              danger
              loading={removePack.isPending && removePack.variables.pack === pack.pack}
              aria-label={`移除「${pack.title}」`}
              onClick={() => void askAndRemove(pack)}
            >
              移除
            </Button>
          );
        }
        return (
          <Button
            size="small"
            loading={fetchPack.isPending && fetchPack.variables.pack === pack.pack}
            aria-label={`下载「${pack.title}」`}
            onClick={() => fetchPack.mutate({ pack: pack.pack })}
          >
            {pack.state === 'failed' ? '重试' : '下载'}
          </Button>
        );
      },
    },
  ];
  return (
    <ListStates
      query={packs}
      isEmpty={(items) => items.length === 0}
      empty={<EmptyState title="没有可用的模型包" text="这个版本没有带模型清单，请更新产品。" />}
    >
      {(items) => (
        <div className={styles['table']}>
          <Table<Pack>
            size="middle"
            rowKey="pack"
            columns={columns}
            dataSource={items}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </div>
      )}
    </ListStates>
  );
}

function PackState({ pack: { state, progress, title, error } }: { pack: Pack }) {
  if (state === 'fetching') {
    return <Progress percent={Math.floor(progress * 100)} size="small" aria-label={`「${title}」的下载进度`} />;
  }
  return (
    <>
      <Pill tone={PACK_STATE_TONES[state]}>{PACK_STATE_NAMES[state]}</Pill>
      {error && <div className={styles['error']}>{error}</div>}
    </>
  );
}
