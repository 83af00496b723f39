import type { Delivery } from '@mixreel/contract';
import { Button, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { DeliveryPanel } from '#features/download/DeliveryPanel.tsx';
import { isUnderWay, useDelivery } from '#features/download/use-delivery.ts';
import { call } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { useBatch } from './batch.ts';
import { CalendarPosts } from './CalendarPosts.tsx';
import { TrialFolders } from './TrialFolders.tsx';
import shared from './Agent.module.css';
import styles from './Calendar.module.css';

type Props = { can_edit: boolean; onClose: () => void };

/** When which video goes where, with its words; and all of it in one archive for whoever publishes it. */
export function CalendarDialog({ can_edit, onClose }: Props) {
  const { agent_batch_config_id, agent_kind, done_count } = useBatch().batch;
  // What is tried is delivered by cells, to whoever buys the ads: it has no days.
  const isTrial = agent_kind === 'ad';
  const [per_day, setPerDay] = useState(3);
  const [start_date, setStart] = useState(tomorrow);
  const [added, setAdded] = useState<Delivery | null>(null);
  const [isSending, setIsSending] = useState(false);
  const wish = { agent_batch_config_id, per_day, ...(start_date && { start_date }) };
  // What is being written in one stays while the days move.
  const posts = useCall('agentPost.calendar', wish, { enabled: !isTrial, keep_previous: true });
  const following = useDelivery('download.status', added && isUnderWay(added) ? added.task_id : null);
  const pack = async () => {
    setIsSending(true);
    try {
      setAdded(await call('agentPost.pack', wish));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal open centered width={880} title={isTrial ? '投放包' : '发布日历'} footer={null} onCancel={onClose}>
      {added ? (
        <DeliveryPanel {...following} delivery={following.delivery ?? added} onAgain={() => setAdded(null)} />
      ) : (
        <>
          <div className={styles['calendar']}>
            {!isTrial && (
              <>
                <Field label="从哪天开始">
                  {(id) => (
                    <input
                      id={id}
                      type="date"
                      className={styles['date']}
                      value={start_date}
                      onChange={(event) => setStart(event.target.value)}
                    />
                  )}
                </Field>
                <Field label="每个平台每天几条">
                  {(id) => (
                    <InputNumber<number>
                      id={id}
                      min={1}
                      max={10}
                      precision={0}
                      value={per_day}
                      onChange={(count) => count !== null && setPerDay(count)}
                    />
                  )}
                </Field>
              </>
            )}
            {can_edit && (
              <Button
                type="primary"
                disabled={done_count === 0}
                loading={isSending}
                onClick={() => void pack().catch(() => {})}
              >
                打包 {done_count} 条
              </Button>
            )}
          </div>
          <p className={shared['quiet']}>
            {isTrial
              ? '包里按试验单元分文件夹，附投放表。由人去投，这里不代投。'
              : '包里按平台分文件夹，封面裁成平台的比例，附发布表。由人去发，这里不代发。'}
          </p>
          {isTrial ? (
            <TrialFolders />
          ) : (
            <ListStates
              query={posts}
              isEmpty={({ items }) => items.length === 0}
              empty={<p>资料里还没有选平台，或批次是空的。</p>}
            >
              {({ items }) => (
                <div className={styles['platforms']}>
                  {[...Map.groupBy(items, ({ platform }) => platform)].map(([platform, own]) => (
                    <CalendarPosts key={platform} platform={platform} posts={own} can_edit={can_edit} />
                  ))}
                </div>
              )}
            </ListStates>
          )}
        </>
      )}
    </Modal>
  );
}

/** As a date field writes it. */
function tomorrow(): string {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return day.toLocaleDateString('sv-SE');
}
