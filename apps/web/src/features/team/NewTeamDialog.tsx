import type { TeamInfo } from '@mixreel/contract';
import { Form, Input } from 'antd';
import { useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';

type Fields = { team_name: string };

/** A team of one's own. Whoever makes it owns it. */
export function NewTeamDialog({ onClose, onMade }: { onClose: () => void; onMade: (team: TeamInfo) => void }) {
  const add = useSend('member.addTeam', { refresh: ['team.list', 'admin.teams'] });
  return (
    <FormDialog<Fields>
      title="新建团队"
      ok_label="新建"
      is_sending={add.isPending}
      onSubmit={async (fields) => onMade(await add.mutateAsync(fields))}
      onClose={onClose}
    >
      <Form.Item
        name="team_name"
        label="团队名称"
        extra="团队有自己的素材、项目和成片，成员一起用。你是所有者，可以邀请别人。"
        rules={[{ required: true, whitespace: true, message: '给团队起个名字' }]}
      >
        <Input autoFocus maxLength={50} placeholder="例如：信息流一组" />
      </Form.Item>
    </FormDialog>
  );
}
