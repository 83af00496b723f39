import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { type AgentDraft, agentDraftOf } from './brief-draft.ts';

/** Long enough to see that something else stood there. */
const UNDO_MS = 10_000;

type Props = {
  project_id: string;
  agent_project_id: string;
  draft: AgentDraft;
  onTake: (draft: AgentDraft) => void;
};

/** Begins with what another agent of the project works from; nothing is saved by that. */
export function EarlierBrief({ project_id, agent_project_id, draft, onTake }: Props) {
  const list = useCall('agent.list', { project_id, page_size: 100 });
  const [isBusy, setIsBusy] = useState(false);
  const now = useRef(draft);
  useEffect(() => {
    now.current = draft;
  }, [draft]);
  const others = (list.data?.items ?? []).filter(
    (one) => one.agent_project_id !== agent_project_id && one.product_name,
  );
  if (others.length === 0) return null;
  const take = async (id: string) => {
    setIsBusy(true);
    try {
      const { brief, agent_name } = await call('agent.detail', { agent_project_id: id });
      const before = now.current;
      onTake(agentDraftOf(brief));
      const action = { label: '换回原来的', run: () => onTake(before) };
      showToast('success', `已填上「${agent_name}」的资料，改好再保存`, { ms: UNDO_MS, action });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Field label="沿用以前的资料">
      {(id) => (
        <Select
          id={id}
          value={null}
          loading={isBusy}
          disabled={isBusy}
          options={others.map(({ agent_project_id: value, agent_name, product_name }) => ({
            value,
            label: `${agent_name}（${product_name}）`,
          }))}
          optionFilterProp="label"
          placeholder="选一个智能体"
          onChange={(value: string | null) => value && void take(value).catch(() => {})}
        />
      )}
    </Field>
  );
}
