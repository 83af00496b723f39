import { type AgentBatch, ERRORS } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Modal } from 'antd';
import { useEffect, useState } from 'react';
import type { DocumentDesk } from '#features/document/document-desk.ts';
import { requireSaved } from '#features/document/require-saved.ts';
import { call, CallError, type OutputOf } from '#lib/call.ts';
import { formatShare, formatSize, formatWait } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { useSession } from '#lib/session.ts';
import { showToast } from '#lib/toast.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Agent.module.css';

type Answer = OutputOf<'agentBatch.submit'>;
type Props = { desk: DocumentDesk; batch: AgentBatch; onClose: () => void };

const TITLES = { allow: '可以开始制作', confirm: '看过这些再决定', blocked: '现在还不能制作' } as const;

/** What making the batch takes and what speaks against it; then it is made, or not. */
export function SubmitDialog({ desk, batch, onClose }: Props) {
  const cache = useQueryClient();
  const user_uid = useSession((state) => state.user_info?.user_uid);
  const { agent_batch_config_id, asked } = batch;
  const [rows, setRows] = useState(() => rowsToMake(asked, user_uid));
  const [answer, setAnswer] = useState<Answer | Error | null>(null);
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      await requireSaved(desk.live, { is_quiet: true });
      await call('agentBatch.settle', { agent_batch_config_id });
      return call('agentBatch.submit', { agent_batch_config_id, ...rows, is_trial: true }, { is_quiet: true });
    };
    look().then(
      (found) => !isGone && setAnswer(found),
      (error: Error) => !isGone && setAnswer(error),
    );
    return () => {
      isGone = true;
    };
  }, [desk, agent_batch_config_id, rows]);
  const lookAgain = (next: AgentBatch['asked']) => {
    setAnswer(null);
    setRows(rowsToMake(next, user_uid));
  };

  const make = async ({ key }: Answer['admission']) => {
    setIsSending(true);
    try {
      const { task_id, admission } = await call('agentBatch.submit', {
        agent_batch_config_id,
        ...rows,
        is_confirmed: true,
        key,
      });
      if (task_id === null) {
        await readAgain(cache, 'agentBatch.detail');
        if (admission.approval === 'asked') showToast('info', '已请别人批准：同事会在页面上方看到，答复了会告诉你');
        return setAnswer({ task_id, admission });
      }
      showToast('success', `开始制作 ${admission.count} 条，做好一条就能看一条`);
      await readAgain(cache, 'agentBatch.detail');
      onClose();
    } catch (error) {
      // What was looked at is something else by now.
      const isOther = error instanceof CallError && error.code === ERRORS.conflict.code;
      if (isOther) lookAgain((await call('agentBatch.detail', { agent_batch_config_id })).asked);
      else throw error;
    } finally {
      setIsSending(false);
    }
  };
  const admission = answer && 'admission' in answer ? answer.admission : null;
  // Nobody agrees to what they asked for themselves.
  const isOwn = admission?.approval === 'asked' && admission.asked_by === user_uid;
  return (
    <Modal
      open
      centered
      width={640}
      title={admission ? TITLES[admission.verdict] : '正在核对'}
      okText={isOwn ? '等别人批准' : admission ? okWords(admission) : '制作'}
      cancelText="再改改"
      okButtonProps={{
        disabled: isSending || !admission || admission.verdict === 'blocked' || isOwn,
        loading: isSending,
      }}
      onOk={() => admission && void make(admission).catch(() => {})}
      onCancel={onClose}
    >
      {answer === null && <LoadingRows count={3} label="正在核对每一行" />}
      {answer instanceof Error && <ErrorState title="没有核对成" error={answer} onRetry={() => lookAgain(asked)} />}
      {admission && (
        <div className={styles['admission']}>
          <dl>
            <dt>要做</dt>
            <dd>{admission.count} 条</dd>
            <dt>大约要</dt>
            <dd>{admission.count > 0 ? formatWait(admission.minutes * 60) : '—'}</dd>
            <dt>服务费用</dt>
            <dd>{admission.cost > 0 ? `最多约 ${admission.cost.toFixed(2)} 元` : '0 元，用内置的引擎'}</dd>
            <dt>占用</dt>
            <dd>{formatSize(admission.bytes)}</dd>
            <dt>最高重复度</dt>
            <dd>
              {formatShare(admission.most_likeness)}（L{admission.level}）
            </dd>
          </dl>
          {admission.approval === 'asked' && <p>{admission.asked_by_name} 已请求制作，等另一个人批准。</p>}
          {admission.left_out.length > 0 && (
            <Told title="做不了的行" items={admission.left_out.map((one) => `第 ${one.number} 行：${one.problem}`)} />
          )}
          {admission.reasons.length > 0 && (
            <Alert
              type={admission.verdict === 'blocked' ? 'error' : 'warning'}
              title={<Told title="要知道的" items={admission.reasons} />}
            />
          )}
          {admission.missing.length > 0 && (
            <Told
              title="补拍清单"
              items={admission.missing.map(({ wish, rows }) => `${wish}（第 ${rows.join('、')} 行）`)}
            />
          )}
        </div>
      )}
    </Modal>
  );
}

/** Who agrees, agrees to the rows that were asked for. */
function rowsToMake(asked: AgentBatch['asked'], user_uid: string | undefined): { row_ids?: string[] } {
  return asked?.answer === null && asked.user_uid !== user_uid ? { row_ids: asked.row_ids } : {};
}

/** Many at once are made when a second person says so. */
function okWords({ approval, count }: Answer['admission']): string {
  return { none: `制作 ${count} 条`, needed: '请别人批准', asked: `批准并制作 ${count} 条` }[approval];
}

function Told({ title, items }: { title: string; items: string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
