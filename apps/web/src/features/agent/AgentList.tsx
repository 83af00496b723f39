import { PlusOutlined, RobotOutlined } from '@ant-design/icons';
import { AGENT_KINDS, type AgentCard, type AgentKind } from '@mixreel/contract';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCanEdit, useSpace } from '#features/team/space.ts';
import { formatAgo } from '#lib/format.ts';
import { onward } from '#lib/go.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListHead } from '#ui/ListPage.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { inputBox } from '#ui/message-box.ts';
import { moveInCards } from '#ui/move-in-cards.ts';
import { Pill } from '#ui/Pill.tsx';
import { agentPath, agentsPath } from './agent-path.ts';
import styles from '#features/mix/Workspace.module.css';
import own from './Agent.module.css';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));

const WHAT: Record<AgentKind, string> = {
  social: '抖音、小红书、视频号……标题和话题按平台的字数写好',
  ad: '每个卖点出几条，开头各不相同，适合投放测试',
  enhanced: '一行一条视频，像表格一样改每一格，再提交制作',
};

type Props = { project_id: string; kinds: AgentKind[]; title: string; subtitle: string };

/** The agents of a project, and the ways to begin another. */
export function AgentList({ project_id, kinds, title, subtitle }: Props) {
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const isOwner = useSpace(({ current }) => current?.role === 'owner');
  const [hasRule, setHasRule] = useState(false);
  const list = useCall('agent.list', { project_id, page_size: 100 });
  const add = useSend('agent.add', { refresh: ['agent.list'] });
  const open = ({ agent_project_id }: Pick<AgentCard, 'agent_project_id'>) =>
    void navigate(agentPath(project_id, agent_project_id));
  const create = async (agent_kind: AgentKind) => {
    const name = await inputBox({
      title: `新建${AGENT_KINDS[agent_kind]}`,
      label: '名称',
      initial: '',
      max_length: 100,
      check: (value) => (value.trim() ? null : '请填写名称，例如 夏季新品'),
    });
    if (name === null) return;
    const goOn = onward();
    const { agent_project_id } = await add.mutateAsync({ project_id, agent_kind, agent_name: name.trim() });
    goOn(agentPath(project_id, agent_project_id));
  };
  const items = (list.data?.items ?? []).filter(({ agent_kind }) => kinds.includes(agent_kind));
  return (
    <>
      <ListHead
        title={title}
        subtitle={subtitle}
        tools={
          <>
            {kinds.includes('social') ? (
              <Link to={agentsPath('ad', project_id)}>广告智能体</Link>
            ) : (
              <Link to={agentsPath('social', project_id)}>社媒智能体</Link>
            )}
            {isOwner && <Button onClick={() => setHasRule(true)}>制作规则</Button>}
          </>
        }
      />
      {canEdit && (
        <ul className={own['kinds']} aria-label="新建">
          {kinds.map((kind) => (
            <li key={kind}>
              <Button
                className={own['kind'] ?? ''}
                icon={<PlusOutlined aria-hidden="true" />}
                loading={add.isPending}
                onClick={() => void create(kind).catch(() => {})}
              >
                <span>
                  <b>新建{AGENT_KINDS[kind]}</b>
                  <small>{WHAT[kind]}</small>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ListStates
        query={list}
        loading={<LoadingRows label="正在加载智能体" />}
        isEmpty={() => items.length === 0}
        empty={
          <EmptyState
            icon={<RobotOutlined />}
            title="还没有智能体"
            text={canEdit ? '新建一个，把商品资料拖给它。' : '你在这个空间只能查看。编辑者建的智能体会出现在这里。'}
          />
        }
      >
        {() => (
          <ul className={styles['grid']} aria-label="智能体">
            {items.map((card) => (
              <li key={card.agent_project_id} className={styles['card']}>
                <button type="button" className={styles['open']} onKeyDown={moveInCards} onClick={() => open(card)}>
                  <span className={styles['name']}>{card.agent_name}</span>
                  <span className={styles['facts']}>{card.product_name || '还没有商品资料'}</span>
                  <span className={styles['line']}>
                    <Pill tone={card.done_count > 0 ? 'good' : 'neutral'}>
                      {card.done_count > 0 ? `做好 ${card.done_count} 条` : AGENT_KINDS[card.agent_kind]}
                    </Pill>
                    <time dateTime={card.updated_at}>{formatAgo(card.updated_at)}</time>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {hasRule && (
        <Suspense>
          <RuleDialog onClose={() => setHasRule(false)} />
        </Suspense>
      )}
    </>
  );
}
