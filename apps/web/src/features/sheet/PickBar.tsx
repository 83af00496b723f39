import { Button, Progress } from 'antd';
import { Choice } from '#ui/Choice.tsx';
import { cancelPick, finishPick, undoPick } from './picking.ts';
import { type Picking, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const WAYS: { value: 'in' | 'out'; label: string }[] = [
  { value: 'in', label: '加上' },
  { value: 'out', label: '去掉' },
];
/** Below this the model itself has doubts. */
const UNSURE = 0.6;

/** What is being pointed at: how far it is, what the next click does, and the ways out. */
export function PickBar() {
  const studio = useStudio();
  const isPick = useStudioState((state) => state.tool === 'pick' && state.can_edit);
  const picking = useStudioState((state) => state.picking);
  const adds = useStudioState((state) => state.pick_adds);
  if (!isPick) return null;
  const wait = picking?.wait ?? null;
  const isLooking = wait?.for === 'look';
  return (
    <div className={styles['pointing']} role="group" aria-label="点选抠图">
      <span role="status">{tellOf(picking)}</span>
      {isLooking && <Progress percent={wait.percent} size="small" showInfo={false} aria-label="看图的进度" />}
      {picking && !isLooking && (
        <Choice
          label="点一下做什么"
          options={WAYS}
          value={adds ? 'in' : 'out'}
          onChange={(value) => studio.setState({ pick_adds: value === 'in' })}
        />
      )}
      {picking && !isLooking && (
        <Button size="small" disabled={wait?.for === 'result'} onClick={() => undoPick(studio)}>
          退一点
        </Button>
      )}
      {picking && (
        <Button size="small" disabled={wait?.for === 'result'} onClick={() => cancelPick(studio)}>
          取消
        </Button>
      )}
      {picking && !isLooking && (
        <Button
          size="small"
          type="primary"
          disabled={!picking.veil || wait?.for === 'mask'}
          loading={wait?.for === 'result'}
          onClick={() => void finishPick(studio)}
        >
          抠出来
        </Button>
      )}
    </div>
  );
}

function tellOf(picking: Picking | null): string {
  if (!picking) return '点一下要抠的东西';
  const { wait, sure } = picking;
  if (wait?.for === 'look') {
    return wait.left_s === null ? '正在看这张图，只看一次…' : `正在看这张图，约 ${Math.ceil(wait.left_s)} 秒，只看一次`;
  }
  if (wait?.for === 'mask') return '正在找…';
  if (wait?.for === 'result') return '正在抠图…';
  return sure < UNSURE ? '不太确定，再点几下' : 'Shift 点：加上；Alt 点：去掉';
}
