import { Alert, Button } from 'antd';
import type { OutputOf } from '#lib/call.ts';
import type { Drafts } from './use-drafts.ts';
import styles from './Translation.module.css';

type Props = {
  plan: OutputOf<'translation.plan'>;
  drafts: Drafts;
  incoming: OutputOf<'translation.readTable'>;
  onTake: () => void;
  onLeave: () => void;
};

/** What a table that came back would change, before it does. */
export function Incoming({ plan, drafts, incoming, onTake, onLeave }: Props) {
  const place = new Map(plan.passages.map((one) => [one.key, one.place]));
  const changes = incoming.texts.filter(({ key, text }) => (drafts.get(key) ?? '') !== text);
  const others = changes.filter(({ key }) => (drafts.get(key) ?? '') !== '');
  const words = [
    `表格里有 ${incoming.texts.length} 句译文`,
    `${changes.length - others.length} 句是新的`,
    others.length > 0 ? `${others.length} 句和现在的不同` : '',
  ];
  return (
    <Alert
      className={styles['notice'] ?? ''}
      type={others.length > 0 || incoming.notices.length > 0 ? 'warning' : 'info'}
      showIcon
      title={words.filter(Boolean).join('，')}
      description={
        <>
          {incoming.notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
          {others.length > 0 && (
            <ul className={styles['differences']} aria-label="和现在不同的译文">
              {others.map(({ key, text }) => (
                <li key={key}>
                  <small>{place.get(key)}</small>
                  <del>{drafts.get(key)}</del>
                  <ins>{text}</ins>
                </li>
              ))}
            </ul>
          )}
          <span className={styles['tools']}>
            <Button type="primary" size="small" disabled={changes.length === 0} onClick={onTake}>
              采用表格里的译文
            </Button>
            <Button size="small" onClick={onLeave}>
              不采用
            </Button>
          </span>
        </>
      }
    />
  );
}
