import { PASSWORD_MIN } from '@mixreel/contract';
import { Form, Input } from 'antd';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';

type Fields = { old_password?: string; password: string };

/** A new password. Whoever came in by an administrator's link is not asked for the old one. */
export function PasswordDialog({ needs_old_password, onClose }: { needs_old_password: boolean; onClose: () => void }) {
  const set = useSend('account.setPassword', { refresh: ['account.detail'] });
  const save = async (fields: Fields) => {
    const { login_name } = await set.mutateAsync(fields);
    showToast('success', `密码设好了，登录时名字写「${login_name}」；其他浏览器已经退出`);
    onClose();
  };
  return (
    <FormDialog<Fields> title="设置密码" is_sending={set.isPending} onSubmit={save} onClose={onClose}>
      {needs_old_password && (
        <Form.Item name="old_password" label="现在的密码" rules={[{ required: true, message: '请输入现在的密码' }]}>
          <Input.Password autoFocus autoComplete="current-password" maxLength={200} />
        </Form.Item>
      )}
      <Form.Item
        name="password"
        label="新密码"
        extra={`至少 ${PASSWORD_MIN} 位。几个不相干的词连起来，好记又难猜。`}
        rules={[{ required: true, min: PASSWORD_MIN, message: `密码至少 ${PASSWORD_MIN} 位，越长越好` }]}
      >
        <Input.Password autoFocus={!needs_old_password} autoComplete="new-password" maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}
