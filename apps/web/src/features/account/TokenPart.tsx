import { type PersonalToken, SCOPE_WORDS } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { TokenDialog } from './TokenDialog.tsx';
import styles from './Account.module.css';

/** Keys for programs that work in the person's name, each in one space. */
export function TokenPart() {
  const tokens = useCall('token.list', {});
  const revoke = useSend('token.revoke', { refresh: ['token.list'] });
  const [isAdding, setIsAdding] = useState(false);

  const askAndRevoke = async ({ token_id, token_name }: PersonalToken) => {
    const text = '用它的程序立刻不能再访问，之后也不能恢复。';
    if (await confirmBox({ title: `吊销访问令牌「${token_name}」？`, text, ok_label: '吊销', is_danger: true })) {
      revoke.mutate({ token_id });
    }
  };
  return (
    <section className={styles['part']} aria-label="访问令牌">
      <div className={styles['head']}>
        <h3>访问令牌</h3>
        <Button onClick={() => setIsAdding(true)}>新建访问令牌</Button>
      </div>
      <p>
        让自己的程序或智能体（MCP）代你工作，只在一个空间里，权限由你定。用法见
        <a href="/api/docs" target="_blank" rel="noreferrer">
          接口文档
        </a>
        。
      </p>
      {!tokens.data && tokens.error && <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.data && tokens.data.tokens.length > 0 && (
        <ul className={styles['list']}>
          {tokens.data.tokens.map((one) => (
            <li key={one.token_id}>
              <span>
                {one.token_name}
                <small>
                  …{one.token_hint} · {one.team_name} · {one.scopes.map((scope) => SCOPE_WORDS[scope].name).join('、')}
                </small>
                <small>
                  {one.last_used_at ? `${formatTime(one.last_used_at)} 用过` : '还没有用过'} ·{' '}
                  {formatTime(one.expires_at)}
                  到期
                </small>
              </span>
              <Button
                type="text"
                size="small"
                aria-label={`吊销访问令牌「${one.token_name}」`}
                onClick={() => void askAndRevoke(one)}
              >
                吊销
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <TokenDialog onClose={() => setIsAdding(false)} />}
    </section>
  );
}
