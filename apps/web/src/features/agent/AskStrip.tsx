import { AuditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link, useLocation } from 'react-router';
import { useSend } from '#lib/use-call.ts';
import { batchPath } from './agent-path.ts';
import { askWords, useAskFeed, useAsks } from './asks.ts';
import styles from './AskStrip.module.css';

/** Who is waited for sees it on every page, one at a time, and whoever asked hears what came of it. */
export function AskStrip() {
  useAskFeed();
  const open = new URLSearchParams(useLocation().search).get('agentBatchConfigId');
  const { here, elsewhere } = useAsks();
  // The batch says so itself.
  const asks = [...here.filter(({ agent_batch_config_id }) => agent_batch_config_id !== open), ...elsewhere];
  const hear = useSend('agentAsk.hear', { refresh: ['agentAsk.everywhere'] });
  const [ask] = asks;
  if (!ask) return null;
  const { agent_batch_config_id, project_id, answer, team_id, team_name } = ask;
  return (
    <section className={styles['strip']} aria-label="批准" aria-live="polite">
      <AuditOutlined aria-hidden="true" />
      <span className={styles['words']}>
        {elsewhere.includes(ask) && `${team_name}：`}
        {askWords(ask)}
      </span>
      <Link to={batchPath(project_id, agent_batch_config_id, team_id)}>{answer ? '去看' : '去看看再批准'}</Link>
      {answer && (
        <Button size="small" loading={hear.isPending} onClick={() => hear.mutate({ agent_batch_config_id })}>
          知道了
        </Button>
      )}
      {asks.length > 1 && <span className={styles['more']}>还有 {asks.length - 1} 件</span>}
    </section>
  );
}
