import type { HistoryEntry } from '@mixreel/contract';
import { compare, type State } from '@mixreel/document';
import { Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { formatAgo } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import type { LiveDocument } from './live-document.ts';
import { useHistory } from './use-history.ts';
import styles from './History.module.css';

/** In place of a sequence: as it is now. */
const NOW = -1;

export type Side = {
  title: '左边' | '右边';
  /** After which step of its history; null: as it is now. */
  sequence: number | null;
  state: State;
  /** The records that differ. */
  changed: Set<string>;
};

type Props = {
  live: LiveDocument;
  /** The step that is looked at. */
  entry: HistoryEntry;
  renderSide: (side: Side) => ReactNode;
  /** What can be done with both. */
  children?: ReactNode;
  onClose: () => void;
};

/** Any two versions: what differs, in words, and both side by side. At first what is looked at, and the present. */
export function DocumentDifference({ live, entry, renderSide, children, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly [number, number]>([entry.sequence, NOW]);
  const [left, right] = [useVersion(live, chosen[0]), useVersion(live, chosen[1])];
  const options = useOptions(live, entry);
  const [before, after] = [left.state, right.state];
  const differences = before && after ? compare(live.kind, before, after) : null;
  const changed = new Set(differences?.map(({ id }) => id));
  const sides = [
    { title: '左边', ...left, choose: (sequence: number) => setChosen([sequence, chosen[1]]) },
    { title: '右边', ...right, choose: (sequence: number) => setChosen([chosen[0], sequence]) },
  ] as const;
  return (
    <Modal open centered width={980} title="对比两个版本" footer={null} onCancel={onClose}>
      {differences?.length === 0 && <p>两边一样。</p>}
      <ul className={styles['differences']} aria-label="从左边到右边，有什么不同">
        {differences?.map(({ table, id, words }) => (
          <li key={`${table} ${id}`}>{words}</li>
        ))}
      </ul>
      <div className={styles['sides']}>
        {sides.map(({ title, sequence, state, error, choose }) => (
          <section key={title} aria-label={title}>
            <Select
              className={styles['version']}
              aria-label={`${title}的版本`}
              showSearch={{ optionFilterProp: 'label' }}
              value={sequence ?? NOW}
              options={options}
              onChange={choose}
            />
            {error ? (
              <p role="alert">{error.message}</p>
            ) : state ? (
              renderSide({ title, sequence, state, changed })
            ) : (
              <LoadingRows count={3} label={`正在读取${title}的版本`} />
            )}
          </section>
        ))}
      </div>
      {children}
    </Modal>
  );
}

function useVersion(live: LiveDocument, chosen: number) {
  const isNow = chosen === NOW;
  const now = useStore(live.view, (view) => (isNow ? view.state : undefined));
  const asked = { document_id: live.document_id, sequence: chosen };
  const then = useCall('document.at', asked, { enabled: !isNow, stale_ms: Infinity });
  return { sequence: isNow ? null : chosen, state: isNow ? now : then.data?.state, error: isNow ? null : then.error };
}

/** The present, what is looked at, and what the history shows. */
function useOptions({ document_id }: LiveDocument, entry: HistoryEntry) {
  const { data } = useHistory(document_id);
  const read = data?.pages.flatMap(({ items }) => items) ?? [];
  const all = read.some(({ sequence }) => sequence === entry.sequence) ? read : [...read, entry];
  return [
    { value: NOW, label: '现在' },
    ...all.map(({ sequence, words, version_name, created_at }) => ({
      value: sequence,
      label: `${version_name ?? words} · ${formatAgo(created_at)}`,
    })),
  ];
}
