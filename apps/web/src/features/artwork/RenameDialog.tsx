import type { Artwork } from '@mixreel/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { exampleNames, NAME_PARTS } from '#features/download/name-rule.ts';
import { question } from '#lib/answers.ts';
import { NamePattern, ruleProblem } from '#ui/NamePattern.tsx';
import { changeArtwork, renameArtworks } from './artwork-actions.ts';
import styles from './Dialogs.module.css';

type Props = { artworks: Artwork[]; onClose: () => void };

/** One gets a name, several get names by a rule. */
export function RenameDialog({ artworks, onClose }: Props) {
  const [only] = artworks;
  if (artworks.length === 1 && only) return <RenameOne artwork={only} onClose={onClose} />;
  return <RenameMany artworks={artworks} onClose={onClose} />;
}

function RenameOne({ artwork: { artwork_id, artwork_name }, onClose }: { artwork: Artwork; onClose: () => void }) {
  const cache = useQueryClient();
  const [name, setName] = useState(artwork_name);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    if (name.trim() === '' || isSending) return;
    setIsSending(true);
    try {
      await changeArtwork(cache, artwork_id, { artwork_name: name.trim() });
      onClose();
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={440}
      title="重命名成片"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={isSending}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <Input
        autoFocus
        aria-label="成片名称"
        maxLength={100}
        value={name}
        onFocus={({ target }) => target.select()}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void send().catch(() => {})}
      />
    </Modal>
  );
}

function RenameMany({ artworks, onClose }: Props) {
  const cache = useQueryClient();
  const [rule, setRule] = useState('{name}');
  const [isSending, setIsSending] = useState(false);
  const id = useId();
  const shown = useDeferredValue(rule);
  const problem = ruleProblem(rule, NAME_PARTS);
  const mixes = useMixNames(artworks, shown.includes('{mix}'));
  const named = artworks.map((one) => ({ ...one, mix_name: mixes.get(one.mproject_id ?? '') ?? '' }));
  const names = exampleNames(shown, named, artworks.length);
  const changed = names.filter((name, n) => name !== artworks[n]?.artwork_name).length;

  const send = async () => {
    // Once more it would be named after what it is called by then.
    if (isSending) return;
    setIsSending(true);
    try {
      await renameArtworks(cache, artworks, rule.trim());
      onClose();
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={640}
      title={`给 ${artworks.length} 条成片改名`}
      okText={changed === 0 ? '名称没有变' : `改名 ${changed} 条`}
      cancelText="取消"
      okButtonProps={{ disabled: problem !== null || changed === 0 }}
      confirmLoading={isSending}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <div className={styles['field']}>
          <span>命名规则</span>
          <NamePattern
            label="命名规则"
            value={rule}
            parts={NAME_PARTS}
            is_bad={problem !== null}
            described_by={`${id}-problem`}
            onChange={setRule}
            onEnter={() => problem === null && changed > 0 && void send().catch(() => {})}
          />
          {problem && (
            <p id={`${id}-problem`} className={styles['problem']}>
              {problem}
            </p>
          )}
        </div>
        <table className={styles['names']} aria-label="改名前后">
          <thead>
            <tr>
              <th scope="col">现在</th>
              <th scope="col">改成</th>
            </tr>
          </thead>
          <tbody>
            {artworks.map(({ artwork_id, artwork_name }, n) => (
              <tr key={artwork_id} data-same={names[n] === artwork_name}>
                <td title={artwork_name}>{artwork_name}</td>
                <td title={names[n]}>{names[n]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles['note']}>和目录里别的成片重名时，后面会自动加上编号。</p>
      </div>
    </Modal>
  );
}

/** What the mixes are called that made them, also those that are gone: one of its videos knows. */
function useMixNames(artworks: Artwork[], enabled: boolean): ReadonlyMap<string, string> {
  const ones = [...new Map(artworks.map((one) => [one.mproject_id, one.artwork_id]))].filter(([id]) => id !== null);
  return useQueries({
    queries: ones.slice(0, 20).map(([, artwork_id]) => ({
      ...question('artwork.detail', { artwork_id }),
      staleTime: 60_000,
      enabled,
    })),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => (data?.origin ? [[data.mproject_id ?? '', data.origin.mproject_name]] : []))),
  });
}
