import type { AgentAsk } from '@mixreel/contract';
import { Alert, Button } from 'antd';
import { useSession } from '#lib/session.ts';
import { useSend } from '#lib/use-call.ts';
import { inputBox } from '#ui/message-box.ts';
import { askWords } from './asks.ts';

type Props = { asked: AgentAsk; canEdit: boolean; onLook: () => void };

/** Somebody waits for a second person, or was answered: whoever opens the batch sees it without looking for it. */
export function AskedBar({ asked, canEdit, onLook }: Props) {
  const { agent_batch_config_id, answer, row_ids } = asked;
  const isOwn = useSession((state) => state.user_info?.user_uid) === asked.user_uid;
  const refuse = useSend('agentAsk.refuse', { refresh: ['agentBatch.detail', 'agentAsk.everywhere'] });
  const hear = useSend('agentAsk.hear', { refresh: ['agentBatch.detail', 'agentAsk.everywhere'] });
  if (answer?.is_approved && !isOwn) return null;
  const send = async () => {
    const reason = await inputBox({
      title: '退回这次请求',
      label: '原因，请求的人会看到',
      placeholder: '例如 第 2 行的价格和资料不一样',
      ok_label: '退回',
      max_length: 200,
      check: (value) => (value.trim() ? null : '写上原因，请求的人才知道怎么改'),
    });
    if (reason !== null) refuse.mutate({ agent_batch_config_id, reason: reason.trim() });
  };
  const [isWaiting, count] = [answer === null, row_ids.length];
  const waiting = isOwn ? `已请求制作 ${count} 条，等另一个人批准` : `${asked.name} 请求制作 ${count} 条，等别人批准`;
  const buttons = answer ? (
    isOwn && (
      <Button size="small" loading={hear.isPending} onClick={() => hear.mutate({ agent_batch_config_id })}>
        知道了
      </Button>
    )
  ) : isOwn ? (
    <Button size="small" loading={refuse.isPending} onClick={() => refuse.mutate({ agent_batch_config_id })}>
      撤回
    </Button>
  ) : (
    <>
      <Button size="small" loading={refuse.isPending} onClick={() => void send()}>
        退回…
      </Button>{' '}
      <Button size="small" type="primary" onClick={onLook}>
        看过再批准
      </Button>
    </>
  );
  return (
    <Alert
      banner
      type={answer?.is_approved ? 'success' : 'warning'}
      title={isWaiting && (isOwn || !canEdit) ? waiting : askWords(asked)}
      action={canEdit && buttons}
    />
  );
}
