import { AGENT_ROWS_MAX, type AgentRule } from '@mixreel/contract';
import { InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import fields from '#ui/Fields.module.css';

/** What the space holds its batches to; its owner sets it. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const rule = useCall('agent.rule', {});
  const save = useSend('agent.updateRule', { refresh: ['agent.rule'] });
  const [typed, setTyped] = useState<Partial<AgentRule>>({});
  const { approval_rows, month_minutes } = { approval_rows: 0, month_minutes: 0, ...rule.data, ...typed };
  const send = async () => {
    await save.mutateAsync({ approval_rows, month_minutes });
    showToast('success', '规则已保存');
    onClose();
  };
  return (
    <Modal
      open
      centered
      title="批量制作的规则"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !rule.data, loading: save.isPending }}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <ListStates query={rule} isEmpty={() => false} empty={null}>
        {({ used_minutes }) => (
          <div className={fields['form']}>
            <Field label="一次超过几条要另一个人批准，0 是不用">
              {(id) => (
                <InputNumber<number>
                  id={id}
                  min={0}
                  max={AGENT_ROWS_MAX}
                  precision={0}
                  value={approval_rows}
                  onChange={(rows) => rows !== null && setTyped({ ...typed, approval_rows: rows })}
                />
              )}
            </Field>
            <Field label="每月最多做多少分钟成片，0 是不限">
              {(id) => (
                <InputNumber<number>
                  id={id}
                  min={0}
                  max={100_000}
                  precision={0}
                  value={month_minutes}
                  onChange={(minutes) => minutes !== null && setTyped({ ...typed, month_minutes: minutes })}
                />
              )}
            </Field>
            <p className={fields['hint']}>本月智能体已做 {used_minutes.toFixed(1)} 分钟。</p>
          </div>
        )}
      </ListStates>
    </Modal>
  );
}
