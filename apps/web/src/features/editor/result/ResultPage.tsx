import { ScissorOutlined } from '@ant-design/icons';
import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { useProjectOf } from '#features/project/current-project.ts';
import { CallError } from '#lib/call.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import { useKeysInHelp } from '#lib/page-keys.ts';
import type { KeyGroup } from '#lib/page-keys.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { MixActsProvider, useDistantMix } from '../document/mix-acts.ts';
import { cardSize } from './CandidateCard.tsx';
import { Result } from './Result.tsx';
import styles from './Result.module.css';

const KEYS: KeyGroup[] = [
  {
    title: '混剪成片',
    keys: [
      ['← ↑ ↓ →', '移动，停下就播放'],
      ['空格', '放大播放'],
      ['X', '选用或取消'],
      ['Shift 点勾选', '连续选用'],
      [`${COMMAND_KEY} A`, '全选或全不选'],
      ['Delete', '排除或恢复'],
      ['E', '导出'],
      [`${COMMAND_KEY} Z`, '撤销对混剪的修改'],
    ],
  },
];

/** The candidates of one mix: `mproject_id` of the address says which. */
export function ResultPage() {
  const [params] = useSearchParams();
  const mproject_id = params.get('mproject_id');
  useKeysInHelp(KEYS);
  return mproject_id ? (
    <Loader key={mproject_id} mproject_id={mproject_id} />
  ) : (
    <NoMix text="先选一个混剪，再来挑它能组合出的视频。" />
  );
}

function Loader({ mproject_id }: { mproject_id: string }) {
  const mix = useCall('mix.detail', { mproject_id });
  const acts = useDistantMix(mproject_id);
  useProjectOf(mix.data?.project_id);
  if (mix.data) {
    return (
      <MixActsProvider value={acts}>
        <Result mix={mix.data} />
      </MixActsProvider>
    );
  }
  if (mix.error instanceof CallError && mix.error.code === ERRORS.not_found.code) {
    return <NoMix text="这个混剪不存在或已被删除，换一个看看。" />;
  }
  if (mix.error && !mix.isFetching) {
    return <ErrorState title="这个混剪没有打开" error={mix.error} onRetry={() => void mix.refetch()} />;
  }
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <span className={`skeleton ${styles['ghostName']}`} />
      </header>
      <div className={styles['body']}>
        <GridSkeleton label="正在打开混剪成片" size={cardSize('9:16')} />
      </div>
    </div>
  );
}

function NoMix({ text }: { text: string }) {
  const navigate = useNavigate();
  return (
    <EmptyState is_page icon={<ScissorOutlined />} title="混剪成片" text={text}>
      <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
        去选混剪
      </Button>
    </EmptyState>
  );
}
