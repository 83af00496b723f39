import { PLATFORM_NAMES } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { copyText } from '#lib/clipboard.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { useBatch } from './batch.ts';
import styles from './Agent.module.css';

type Props = { row_id: string; number: number; onClose: () => void };

/** Title and topics of a row as each platform takes them, to be taken there by a person. */
export function PostDialog({ row_id, number, onClose }: Props) {
  const { agent_batch_config_id } = useBatch().batch;
  const found = useCall('agentBatch.topics', { agent_batch_config_id, row_id });
  return (
    <Modal open centered title={`第 ${number} 行的发布文案`} footer={null} onCancel={onClose}>
      <ListStates query={found} isEmpty={({ items }) => items.length === 0} empty={<p>资料里还没有选平台。</p>}>
        {({ items }) => (
          <ul className={styles['posts']} aria-label="各平台的文案">
            {items.map(({ platform, title, topics }) => {
              const text = [title, topics.map((word) => `#${word}`).join(' ')].filter(Boolean).join('\n');
              return (
                <li key={platform}>
                  <b>{PLATFORM_NAMES[platform]}</b>
                  <p>{text}</p>
                  <Button
                    size="small"
                    aria-label={`复制 ${PLATFORM_NAMES[platform]}的文案`}
                    onClick={() => void copyText(text)}
                  >
                    复制
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </ListStates>
    </Modal>
  );
}
