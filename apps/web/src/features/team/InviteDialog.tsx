import type { Invitation, TeamInfo } from '@mixreel/contract';
import { Button, Form, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import type { InputOf } from '#lib/call.ts';
import { copyText } from '#lib/clipboard.ts';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import styles from './InviteDialog.module.css';

type Fields = Pick<InputOf<'member.invite'>, 'team_role' | 'target_project_id' | 'valid_hours' | 'max_uses'>;

const ROLES = [
  { value: 'viewer', label: '查看者：只看，不改' },
  { value: 'editor', label: '编辑者：一起做视频' },
  { value: 'owner', label: '所有者：还能邀请别人' },
];
const ROLE_NAMES = { viewer: '查看者', editor: '编辑者', owner: '所有者' };
const HOURS = [
  { value: 24, label: '1 天' },
  { value: 72, label: '3 天' },
  { value: 24 * 7, label: '7 天' },
  { value: 24 * 30, label: '30 天' },
];

/** A link into the team, for people who are new here and for those who have an account. */
export function InviteDialog({ team: { team_id, team_name }, onClose }: { team: TeamInfo; onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const projects = useCall('project.list', { team_id, page_size: 100 });
  const open = useCall('member.invitations', { team_id });
  const invite = useSend('member.invite', { refresh: ['member.invitations', 'admin.invitations'] });
  const revoke = useSend('member.revokeInvitation', { refresh: ['member.invitations', 'admin.invitations'] });

  const make = async (fields: Fields) => {
    const { origin } = window.location;
    const target_project_id = fields.target_project_id ?? null;
    const { path, url } = await invite.mutateAsync({ ...fields, target_project_id, team_id, origin });
    setLink(url ?? `${origin}${path}`);
  };
  const askAndRevoke = async ({ invitation_id }: Invitation) => {
    const text = '还没用过它的人就进不来了，已经加入的人不受影响。';
    if (await confirmBox({ title: '作废这个邀请？', text, ok_label: '作废', is_danger: true })) {
      revoke.mutate({ team_id, invitation_id });
    }
  };

  return (
    <Modal open centered width={520} title={`邀请加入「${team_name}」`} footer={null} onCancel={onClose}>
      {link ? (
        <>
          <p>把链接发给对方。新来的人写下名字就进到团队里，有账号的人登录后加入。</p>
          <div className={styles['link']}>
            <Input readOnly value={link} aria-label="邀请链接" onFocus={(event) => event.target.select()} />
            <Button type="primary" onClick={() => void copyText(link)}>
              复制
            </Button>
          </div>
          <p className={styles['quiet']}>关闭后就看不到这个链接了。</p>
          <Button onClick={() => setLink(null)}>再邀请一位</Button>
        </>
      ) : (
        <Form<Fields>
          layout="vertical"
          requiredMark={false}
          initialValues={{ team_role: 'editor', valid_hours: 72, max_uses: 1 }}
          onFinish={(fields) => void make(fields).catch(() => {})}
        >
          <Form.Item name="team_role" label="在团队里的角色">
            <Select options={ROLES} />
          </Form.Item>
          <Form.Item name="target_project_id" label="进来后先看哪个项目（选填）">
            <Select
              allowClear
              showSearch
              optionFilterProp="label"
              placeholder="团队的素材库"
              options={(projects.data?.items ?? []).map((one) => ({ value: one.project_id, label: one.project_name }))}
            />
          </Form.Item>
          <div className={styles['pair']}>
            <Form.Item name="valid_hours" label="有效期">
              <Select options={HOURS} />
            </Form.Item>
            <Form.Item name="max_uses" label="可以用几次">
              <InputNumber min={1} max={100} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          </div>
          <Button type="primary" htmlType="submit" block loading={invite.isPending}>
            生成邀请链接
          </Button>
        </Form>
      )}
      {open.data && open.data.length > 0 && (
        <section className={styles['open']} aria-label="还有效的邀请">
          <h3>还有效的邀请</h3>
          <ul>
            {open.data.map((one) => (
              <li key={one.invitation_id}>
                <span>
                  {ROLE_NAMES[one.team_role]}
                  {one.project_name && ` · ${one.project_name}`}
                </span>
                <small>
                  用过 {one.used_count} / {one.max_uses}，{formatTime(one.expires_at)} 前有效
                </small>
                <Button
                  type="text"
                  size="small"
                  aria-label={`作废${formatTime(one.created_at)}的邀请`}
                  onClick={() => void askAndRevoke(one)}
                >
                  作废
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Modal>
  );
}
