import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { InputOf } from '#lib/call.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { optionsOf, TEAM_ROLES, USER_ROLES } from './admin-words.ts';

type Fields = InputOf<'admin.addInvitation'>;

const HOURS = [
  { value: 24, label: '1 天' },
  { value: 72, label: '3 天' },
  { value: 24 * 7, label: '7 天' },
  { value: 24 * 30, label: '30 天' },
];

export function InvitationDialog({ onClose, onMade }: { onClose: () => void; onMade: (link: string) => void }) {
  const [form] = Form.useForm<Fields>();
  const team_id = Form.useWatch('team_id', form);
  const teams = useCall('admin.teams', { page_size: 100 });
  const add = useSend('admin.addInvitation', { refresh: ['admin.invitations'] });
  const save = async (fields: Fields) => {
    const { origin } = window.location;
    const { path, url } = await add.mutateAsync({ ...fields, team_id: fields.team_id ?? null, origin });
    onMade(url ?? `${origin}${path}`);
  };
  return (
    <FormDialog<Fields>
      title="生成邀请链接"
      ok_label="生成"
      is_sending={add.isPending}
      form={form}
      initial={{ role: 'member', user_privilege: true, team_role: 'editor', valid_hours: 72, max_uses: 1 }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="note" label="备注（选填）">
        <Input autoFocus maxLength={100} placeholder="给谁用，例如：新来的剪辑师" />
      </Form.Item>
      <Form.Item name="team_id" label="加入团队（选填）">
        <Select
          allowClear
          placeholder="不加入团队"
          options={(teams.data?.items ?? []).map((team) => ({ value: team.team_id, label: team.team_name }))}
        />
      </Form.Item>
      {team_id && (
        <Form.Item name="team_role" label="在团队里的角色">
          <Select options={optionsOf(TEAM_ROLES)} />
        </Form.Item>
      )}
      <Form.Item name="role" label="整个产品里的角色">
        <Select options={optionsOf(USER_ROLES)} />
      </Form.Item>
      <Form.Item name="valid_hours" label="有效期">
        <Select options={HOURS} />
      </Form.Item>
      <Form.Item name="max_uses" label="可以用几次">
        <InputNumber min={1} max={500} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="user_privilege" label="加入后马上有访问权限" valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}
