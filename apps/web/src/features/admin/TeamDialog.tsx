import type { Team } from '@mixreel/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';

type Fields = { team_name: string; group_id?: string; quota_gib?: number };

const GIB = 1024 ** 3;

/** A new team, or another name, department or quota for one. */
export function TeamDialog({
  team,
  group_id,
  onClose,
}: {
  team: Team | null;
  group_id: string | null;
  onClose: () => void;
}) {
  const groups = useCall('admin.groups', {});
  const refresh = ['admin.teams', 'admin.groups', 'team.list'] as const;
  const add = useSend('admin.addTeam', { refresh: [...refresh] });
  const update = useSend('admin.updateTeam', { refresh: [...refresh] });

  const shownQuota = team && Math.round((team.quota_bytes / GIB) * 10) / 10;

  const save = async ({ team_name, group_id: group, quota_gib }: Fields) => {
    const fields = { team_name, group_id: group ?? null };
    if (team) {
      // What is shown is rounded: only another number is another quota.
      const quota_bytes = quota_gib && quota_gib !== shownQuota ? Math.round(quota_gib * GIB) : team.quota_bytes;
      await update.mutateAsync({ team_id: team.team_id, ...fields, quota_bytes });
    } else {
      await add.mutateAsync(fields);
      showToast('success', `团队「${team_name}」已创建，你是所有者`);
    }
    onClose();
  };
  const chosen = team ? team.group_id : group_id;
  return (
    <FormDialog<Fields>
      title={team ? '修改团队' : '新建团队'}
      ok_label={team ? '保存' : '新建'}
      is_sending={add.isPending || update.isPending}
      initial={{
        ...(team && { team_name: team.team_name, quota_gib: shownQuota! }),
        ...(chosen && { group_id: chosen }),
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="team_name"
        label="团队名称"
        rules={[{ required: true, whitespace: true, message: '给团队起个名字' }]}
      >
        <Input autoFocus maxLength={50} placeholder="例如：信息流一组" />
      </Form.Item>
      <Form.Item name="group_id" label="部门（选填）">
        <Select
          allowClear
          placeholder="未分配"
          options={(groups.data ?? []).map((group) => ({ value: group.group_id, label: group.group_name }))}
        />
      </Form.Item>
      {team && (
        <Form.Item name="quota_gib" label="容量（GiB）">
          <InputNumber min={1} max={1024 * 1024} style={{ width: '100%' }} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
