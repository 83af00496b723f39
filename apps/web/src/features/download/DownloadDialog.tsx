import type { Artwork, Delivery } from '@mixreel/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Modal } from 'antd';
import { useId, useState } from 'react';
import { question } from '#lib/answers.ts';
import { call } from '#lib/call.ts';
import { formatSize, ownTimeZone } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { NamePattern, ruleProblem } from '#ui/NamePattern.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { readChoice, storeChoice } from './download-choice.ts';
import { estimateBytes, knownArtworks } from './known-artworks.ts';
import { exampleNames, NAME_PARTS } from './name-rule.ts';
import { isUnderWay, useDelivery } from './use-delivery.ts';
import fields from '#ui/Fields.module.css';
import styles from './Download.module.css';

const SHOWN = 3;
const OPTIONS = [
  ['with_srt', '字幕文件（SRT）', '和视频同名，平台可以直接上传'],
  ['with_cover', '封面图', '和视频同名的 JPG'],
  ['with_manifest', '清单（CSV、JSON）', '文件名、时长、目录、审核，一行一条'],
  ['with_dirs', '按目录分文件夹', '和成片的目录一样'],
] as const;

type Props = { artwork_ids: string[]; onClose: () => void };

/** Several finished videos in one archive: names, what comes with them, then how far it is. */
export function DownloadDialog({ artwork_ids, onClose }: Props) {
  const [choice, setChoice] = useState(readChoice);
  const [added, setAdded] = useState<Delivery | null>(null);
  const [isSending, setIsSending] = useState(false);
  const following = useDelivery('download.status', added && isUnderWay(added) ? added.task_id : null);
  const delivery = following.delivery ?? added ?? undefined;
  const problem = ruleProblem(choice.name_rule, NAME_PARTS);
  const first = useFirst(artwork_ids);
  const ids = { rule: useId(), with: useId() };

  const send = async () => {
    // Enter held down would have it put together again and again.
    if (isSending) return;
    setIsSending(true);
    try {
      storeChoice(choice);
      setAdded(
        await call('download.add', {
          artwork_ids,
          ...choice,
          name_rule: choice.name_rule.trim(),
          time_zone: ownTimeZone(),
        }),
      );
    } finally {
      setIsSending(false);
    }
  };
  const close = () => {
    if (delivery && isUnderWay(delivery)) {
      showToast('info', '压缩包在后台继续准备，好了在任务中心下载');
    }
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={`下载 ${artwork_ids.length} 条成片`}
      okText="打包下载"
      cancelText="取消"
      okButtonProps={{ disabled: problem !== null }}
      confirmLoading={isSending}
      {...(added && { footer: null })}
      onOk={() => void send().catch(() => {})}
      onCancel={close}
    >
      {added ? (
        <DeliveryPanel {...following} delivery={delivery} onAgain={() => setAdded(null)} />
      ) : (
        <div className={fields['form']}>
          <div className={fields['field']}>
            <span>文件名</span>
            <NamePattern
              label="文件名"
              value={choice.name_rule}
              parts={NAME_PARTS}
              is_bad={problem !== null}
              described_by={`${ids.rule}-names`}
              onChange={(name_rule) => setChoice({ ...choice, name_rule })}
              onEnter={() => problem === null && void send().catch(() => {})}
            />
            <div id={`${ids.rule}-names`}>
              {problem ? (
                <p className={fields['hint']} data-bad="true">
                  {problem}
                </p>
              ) : (
                <Names first={first} count={artwork_ids.length} rule={choice.name_rule} with_dirs={choice.with_dirs} />
              )}
            </div>
          </div>
          <div className={fields['field']} role="group" aria-labelledby={ids.with}>
            <span id={ids.with}>一起打包</span>
            <div className={styles['options']}>
              {OPTIONS.map(([key, label, about]) => (
                <Checkbox
                  key={key}
                  checked={choice[key]}
                  onChange={({ target }) => setChoice({ ...choice, [key]: target.checked })}
                >
                  {label}
                  <small>{about}</small>
                </Checkbox>
              ))}
            </div>
          </div>
          <Size artwork_ids={artwork_ids} first={first.flatMap(({ data }) => data ?? [])} />
        </div>
      )}
    </Modal>
  );
}

/** The first few videos, to show names on them. */
function useFirst(artwork_ids: string[]) {
  return useQueries({
    queries: artwork_ids.slice(0, SHOWN).map((artwork_id) => ({
      ...question('artwork.detail', { artwork_id }),
      staleTime: 60_000,
    })),
  });
}

type NamesProps = { first: ReturnType<typeof useFirst>; count: number; rule: string; with_dirs: boolean };

/** The first few names, as the rule gives them. */
function Names({ first, count, rule, with_dirs }: NamesProps) {
  const failed = first.find(({ error }) => error)?.error;
  if (failed) return <p className={fields['hint']}>名称的样子没有读出来：{failed.message}</p>;
  const known = first.flatMap(({ data }) => (data ? [{ ...data, mix_name: data.origin?.mproject_name ?? '' }] : []));
  if (known.length < first.length) {
    return (
      <div className={styles['names']} role="status" aria-label="正在读取名称">
        {first.map((_, n) => (
          <div key={n} className={`skeleton ${styles['ghost']}`} />
        ))}
      </div>
    );
  }
  return (
    <ul className={styles['names']} aria-label="文件名的样子">
      {exampleNames(rule, known, count).map((name, n) => (
        <li key={name}>
          {with_dirs && `${known[n]?.dir_name}/`}
          {name}.mp4
        </li>
      ))}
      {count > SHOWN && <li>……共 {count} 条</li>}
    </ul>
  );
}

function Size({ artwork_ids, first }: { artwork_ids: string[]; first: Artwork[] }) {
  const cache = useQueryClient();
  const known = knownArtworks(cache, artwork_ids);
  const bytes = estimateBytes(known.length > 0 ? known : first, artwork_ids.length);
  return (
    <p className={fields['hint']}>
      {bytes !== null && `压缩包约 ${formatSize(bytes)}，视频不会再压缩。`}
      打包通常只要几秒，下载断了可以接着下。
    </p>
  );
}
