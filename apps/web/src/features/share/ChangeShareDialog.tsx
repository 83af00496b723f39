import type { Share } from '@mixreel/contract';
import { Form, Input, Switch } from 'antd';
import { useId, useState } from 'react';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { type Expire, EXPIRES, isExpired, untilWords } from './share-words.ts';
import { SharePassword } from './SharePassword.tsx';
import styles from './Share.module.css';

type Fields = { title: string; password?: string };

/** Another time, password or title for a link that is out already: its address stays. */
export function ChangeShareDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { record_uuid, title, expires_at, has_password } = share;
  const id = useId();
  const [expire, setExpire] = useState<Expire | 'same'>(isExpired(expires_at) ? '7d' : 'same');
  const [mayDownload, setMayDownload] = useState(share.allow_download);
  const [hasPassword, setHasPassword] = useState(has_password);
  const update = useSend('share.update', { refresh: ['share.mine'] });

  const submit = async (fields: Fields) => {
    await update.mutateAsync({
      record_uuid,
      allow_download: mayDownload,
      ...(fields.title.trim() && { title: fields.title }),
      ...(expire !== 'same' && { expire }),
      ...(!hasPassword && has_password && { password: null }),
      ...(hasPassword && fields.password && { password: fields.password }),
    });
    showToast('success', `「${fields.title.trim() || title}」已改好，链接不变`);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={`修改分享「${title}」`}
      width={520}
      is_sending={update.isPending}
      initial={{ title, password: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="title" label="标题">
        <Input maxLength={100} placeholder={title} />
      </Form.Item>
      <Form.Item label="多久后失效" extra={`现在是「${untilWords(expires_at)}」，新的期限从此刻算起`}>
        <Choice
          label="多久后失效"
          options={[...(isExpired(expires_at) ? [] : [{ value: 'same' as const, label: '不变' }]), ...EXPIRES]}
          value={expire}
          onChange={setExpire}
        />
      </Form.Item>
      <div className={styles['switch']}>
        <label htmlFor={id}>允许下载</label>
        <Switch id={id} checked={mayDownload} onChange={setMayDownload} />
      </div>
      <SharePassword is_on={hasPassword} has_old={has_password} onChange={setHasPassword} />
    </FormDialog>
  );
}
