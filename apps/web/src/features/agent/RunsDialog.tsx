import { type AgentRun, type AgentStep, RUN_LIMITS } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, InputNumber, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#lib/call.ts';
import { formatAgo } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { Pill } from '#ui/Pill.tsx';
import fields from '#ui/Fields.module.css';
import shared from './Agent.module.css';
import styles from './Runs.module.css';

const ACTIVE: AgentRun['status'][] = ['queued', 'running', 'canceling'];
const ASK_MS = 1500;
const STATUS = {
  queued: ['等待中', 'accent'],
  running: ['正在做', 'accent'],
  canceling: ['正在停下', 'warning'],
  canceled: ['已停下', 'warning'],
  succeeded: ['做完了', 'good'],
  partial: ['提前停下', 'warning'],
  failed: ['没有做成', 'bad'],
} as const;
const STATES = { begun: ['进行中', 'accent'], done: ['已做', 'good'], refused: ['被拒绝', 'bad'] } as const;

type Props = { agent_project_id: string; can_edit: boolean; onClose: () => void };

/** Lets an agent work by itself, and shows every call that it made, and why. */
export function RunsDialog({ agent_project_id, can_edit, onClose }: Props) {
  const runs = useCall('agentRun.list', { agent_project_id });
  const { refetch } = runs;
  const cache = useQueryClient();
  const isActive = runs.data?.items.some(({ status }) => ACTIVE.includes(status)) ?? false;
  const done = runs.data?.items.reduce((sum, { steps }) => sum + steps.length, 0) ?? 0;
  // What it plans and writes stands on the page behind.
  useEffect(() => void readAgain(cache, ['agent.detail', 'agent.list']), [cache, done, isActive]);
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => void refetch(), ASK_MS);
    return () => clearInterval(timer);
  }, [isActive, refetch]);
  return (
    <Modal open centered width={720} title="让它自己做" footer={null} onCancel={onClose}>
      <ListStates query={runs} isEmpty={() => false} empty={null}>
        {({ items, problem }) => (
          <div className={styles['runs']}>
            {problem !== null && <Alert type="info" title={problem} />}
            {can_edit && problem === null && <StartForm agent_project_id={agent_project_id} is_active={isActive} />}
            {items.length === 0 && problem === null && <p className={shared['quiet']}>还没有让它自己做过。</p>}
            {items.map((run) => (
              <OneRun key={run.run_id} run={run} agent_project_id={agent_project_id} can_edit={can_edit} />
            ))}
          </div>
        )}
      </ListStates>
    </Modal>
  );
}

/** Kept while one is at work, which somebody else may have begun: what was typed is not lost by that. */
function StartForm({ agent_project_id, is_active }: Pick<Props, 'agent_project_id'> & { is_active: boolean }) {
  const start = useSend('agentRun.add', { refresh: ['agentRun.list'] });
  const [goal, setGoal] = useState('');
  const [steps_max, setSteps] = useState(20);
  const [money_max, setMoney] = useState(2);
  const [can_produce, setCanProduce] = useState(false);
  const begin = () =>
    start.mutate({ agent_project_id, goal, steps_max, money_max, can_produce }, { onSuccess: () => setGoal('') });
  if (is_active) return null;
  return (
    <div className={fields['form']}>
      <Field label="要它做什么">
        {(id) => (
          <GrowingText
            id={id}
            least={2}
            most={8}
            maxLength={1000}
            value={goal}
            placeholder="例如：规划一批 20 条，标题都改成提问的口气"
            onChange={(event) => setGoal(event.target.value)}
          />
        )}
      </Field>
      <div className={shared['pair']}>
        <Field label="最多几步">
          {(id) => (
            <InputNumber<number>
              id={id}
              min={1}
              max={RUN_LIMITS.steps}
              precision={0}
              value={steps_max}
              onChange={(steps) => steps !== null && setSteps(steps)}
            />
          )}
        </Field>
        <Field label="最多花几元">
          {(id) => (
            <InputNumber<number>
              id={id}
              min={0}
              max={RUN_LIMITS.money}
              value={money_max}
              onChange={(money) => money !== null && setMoney(money)}
            />
          )}
        </Field>
      </div>
      <Checkbox checked={can_produce} onChange={(event) => setCanProduce(event.target.checked)}>
        可以提交制作
      </Checkbox>
      <p className={fields['hint']}>它只有你的权限，不能删除东西；每一步都记在下面，随时能停，修改能一次撤销。</p>
      <p className={fields['hint']}>
        花的钱包括它思考、请服务写文案、提交的配音（按最多算）；到了上限就停下，已经在规划的一批会规划完。
      </p>
      <Button type="primary" disabled={goal.trim() === ''} loading={start.isPending} onClick={begin}>
        开始
      </Button>
    </div>
  );
}

function OneRun({ run, agent_project_id, can_edit }: { run: AgentRun } & Omit<Props, 'onClose'>) {
  const cache = useQueryClient();
  const undo = useSend('agentRun.undo', { refresh: ['agentRun.list'] });
  const { run_id, task_id, goal, status, outcome, cost, steps, steps_max, creator_name, created_at, is_undone } = run;
  const isActive = ACTIVE.includes(status);
  const [words, tone] = STATUS[status];
  const stop = async () => {
    await call('task.cancel', { task_id });
    await readAgain(cache, 'agentRun.list');
  };
  const takeBack = async () => {
    const { changes } = await undo.mutateAsync({ agent_project_id, run_id });
    showToast('success', changes > 0 ? `撤销了 ${changes} 处修改` : '它没有改过表格');
  };
  return (
    <section className={styles['run']} aria-label={goal}>
      <header>
        <b>{goal}</b>
        <Pill tone={tone}>{words}</Pill>
        {is_undone && <Pill tone="neutral">已撤销</Pill>}
        {isActive && can_edit && (
          <Button size="small" onClick={() => void stop().catch(() => {})}>
            停下
          </Button>
        )}
        {!isActive && !is_undone && can_edit && steps.some(({ state }) => state === 'done') && (
          <Button size="small" loading={undo.isPending} onClick={() => void takeBack().catch(() => {})}>
            撤销它的修改
          </Button>
        )}
      </header>
      <p className={shared['quiet']}>
        {creator_name} · {formatAgo(created_at)} · {steps.length}/{steps_max} 步 · {cost.toFixed(3)} 元
      </p>
      {outcome && <p>{outcome}</p>}
      {is_undone && leftOf(steps) && <p>{leftOf(steps)}</p>}
      <ol>
        {steps.map((step) => (
          <StepLine key={step.n} step={step} />
        ))}
      </ol>
    </section>
  );
}

/** What undoing does not take back, in words; empty where there is nothing. */
function leftOf(steps: AgentStep[]): string {
  const count = (tool: string) => steps.filter((step) => step.tool === tool && step.state === 'done').length;
  const [planned, submitted] = [count('plan_batch'), count('submit_batch')];
  return [
    ...(planned > 0 ? [`它规划的 ${planned} 批还在，不要的在批次里清空`] : []),
    ...(submitted > 0 ? ['它提交的制作不会因此停下：要停在批次里点「停下」，做好的成片在成片目录里'] : []),
  ].join('；');
}

function StepLine({ step: { tool_name, reason, input, answer, state } }: { step: AgentStep }) {
  const [words, tone] = STATES[state];
  return (
    <li>
      <details>
        <summary>
          <Pill tone={tone}>{words}</Pill> <b>{tool_name}</b> {reason}
        </summary>
        <pre>{input}</pre>
        {answer && <pre>{answer}</pre>}
      </details>
      {state === 'refused' && <small>{answer}</small>}
    </li>
  );
}
