import { SCOPE_WORDS, TOKEN_DAYS, TOKEN_SCOPES, type TokenScope } from '@mixreel/contract';
import { Button, Checkbox, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { copyText } from '#lib/clipboard.ts';
import { useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import styles from './Account.module.css';

type Fields = { token_name: string; team_id: string; scopes: TokenScope[]; days: number };

const DAYS = TOKEN_DAYS.map((value) => ({ value, label: value === 365 ? '一年' : `${value} 天` }));

/** A new token: what it is for, where, what it may do and for how long. It is shown once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { spaces, current } = useSpace();
  const add = useSend('token.add', { refresh: ['token.list'] });
  const [made, setMade] = useState<string | null>(null);

  if (made !== null) return <MadeToken token={made} onClose={onClose} />;
  return (
    <FormDialog<Fields>
      title="新建访问令牌"
      ok_label="创建"
      is_sending={add.isPending}
      initial={{ team_id: current?.team_id ?? '', scopes: ['read'], days: 90 }}
      onSubmit={async (fields) => setMade((await add.mutateAsync(fields)).token)}
      onClose={onClose}
    >
      <Form.Item name="token_name" label="用途" rules={[{ required: true, whitespace: true, message: '写一下给谁用' }]}>
        <Input autoFocus maxLength={50} placeholder="例如：剪辑助手" />
      </Form.Item>
      <Form.Item name="team_id" label="空间" extra="只能在这个空间里工作；你在这个空间能做的，它最多也只能做这些。">
        <Select options={spaces.map(({ team_id, team_name }) => ({ value: team_id, label: team_name }))} />
      </Form.Item>
      <Form.Item name="scopes" label="权限" rules={[{ required: true, message: '至少给一种权限' }]}>
        <Checkbox.Group className={styles['scopes'] ?? ''}>
          {TOKEN_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope}>
              {SCOPE_WORDS[scope].name}
              <small>{SCOPE_WORDS[scope].hint}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      <Form.Item name="days" label="有效期">
        <Select options={DAYS} />
      </Form.Item>
    </FormDialog>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const address = `${window.location.origin}/mcp`;
  return (
    <Modal open centered width={520} title="访问令牌已创建" footer={null} onCancel={onClose} mask={{ closable: false }}>
      <p>现在就复制保存：关掉以后看不到第二次。谁拿到它，谁就能代你工作。</p>
      <div className={styles['made']}>
        <code>{token}</code>
        <Button type="primary" onClick={() => void copyText(token)}>
          复制令牌
        </Button>
      </div>
      <p>智能体（MCP）的地址，令牌放在 Authorization: Bearer 里：</p>
      <div className={styles['made']}>
        <code>{address}</code>
        <Button onClick={() => void copyText(address)}>复制地址</Button>
      </div>
    </Modal>
  );
}
