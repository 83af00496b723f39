import type { AgentBatch } from '@mixreel/contract';
import { Alert, Button } from 'antd';
import { useSession } from '#lib/session.ts';

type Props = { asked: NonNullable<AgentBatch['asked']>; onLook: (() => void) | null };

/** Somebody waits for a second person: whoever opens the batch sees it without looking for it. */
export function AskedBar({ asked: { user_uid, name, count }, onLook }: Props) {
  const isOwn = useSession((state) => state.user_info?.user_uid) === user_uid;
  const title = isOwn ? `已请求制作 ${count} 条，等另一个人批准` : `${name} 请求制作 ${count} 条，等你或别人批准`;
  return (
    <Alert
      banner
      type="warning"
      title={title}
      action={
        !isOwn &&
        onLook && (
          <Button size="small" onClick={onLook}>
            看过再批准
          </Button>
        )
      }
    />
  );
}
