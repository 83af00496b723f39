import {
  CloseOutlined,
  FileOutlined,
  FileImageOutlined,
  PauseOutlined,
  CaretRightOutlined,
  ReloadOutlined,
  SoundOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { kindOf } from '@mixreel/contract';
import { Button } from 'antd';
import { memo } from 'react';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { Pill } from '#ui/Pill.tsx';
import { percentOf, wordsOf } from './row-words.ts';
import { groupOf, type UploadItem } from './upload-item.ts';
import { fetchAgain, uploads } from './uploads.ts';
import styles from './UploadPanel.module.css';

type Props = {
  item: UploadItem;
  onChoose: (item: UploadItem) => void;
  onReplace: (item: UploadItem) => void;
  onRemove: (item: UploadItem) => void;
};

const ICONS = {
  video: VideoCameraOutlined,
  image: FileImageOutlined,
  ai_image: FileImageOutlined,
  audio: SoundOutlined,
};
const PAUSABLE = new Set<UploadItem['state']>(['queued', 'hashing', 'sending', 'waiting']);
const MEASURED = new Set<UploadItem['state']>([
  'sending',
  'paused',
  'waiting',
  'needs_file',
  'hashing',
  'fetching',
  'verifying',
]);

/** One file: how far it is, what went wrong, and what can be done about it. */
export const UploadRow = memo(function UploadRow({ item, onChoose, onReplace, onRemove }: Props) {
  const { key, state, relative_path, source_url, material, material_type } = item;
  const Icon = state === 'refused' && kindOf(item.file_name) === null ? FileOutlined : ICONS[material_type];
  const isTrouble = groupOf(item) === 'trouble';
  // A link that led nowhere has no name of its own worth reading.
  const file_name = (isTrouble && source_url) || item.file_name;
  const canRetry = state === 'failed' && item.can_retry && (source_url !== null || uploads.hasFile(key));
  const percent =
    state === 'hashing' ? percentOf(item.hashed_bytes, item.bytes) : percentOf(item.sent_bytes, item.bytes);
  const words = wordsOf(item);
  return (
    <div className={styles['item']} data-state={state}>
      <span className={styles['cover']} aria-hidden="true">
        {material?.cover_url ? <img src={material.cover_url} alt="" loading="lazy" /> : <Icon />}
      </span>
      <div className={styles['words']}>
        <p className={styles['name']} title={relative_path || file_name}>
          <MiddleCut text={file_name} />
        </p>
        <p className={styles['detail']} data-bad={isTrouble} title={words}>
          {state === 'instant' && <Pill tone="good">秒传</Pill>}
          <span>{words}</span>
        </p>
      </div>
      <div className={styles['actions']}>
        {PAUSABLE.has(state) && (
          <Button
            type="text"
            size="small"
            icon={<PauseOutlined aria-hidden="true" />}
            aria-label={`暂停「${file_name}」`}
            onClick={() => uploads.pause([key])}
          />
        )}
        {state === 'paused' && (
          <Button
            type="text"
            size="small"
            icon={<CaretRightOutlined aria-hidden="true" />}
            aria-label={`继续「${file_name}」`}
            onClick={() => uploads.resume([key])}
          />
        )}
        {state === 'needs_file' && (
          <Button
            size="small"
            aria-label={`${item.has_handle ? '继续' : '选择文件'}「${file_name}」`}
            onClick={() => onChoose(item)}
          >
            {item.has_handle ? '继续' : '选择文件'}
          </Button>
        )}
        {canRetry && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined aria-hidden="true" />}
            aria-label={`重试「${file_name}」`}
            onClick={() => (source_url ? void fetchAgain(item).catch(() => {}) : uploads.resume([key]))}
          />
        )}
        {isTrouble && !canRetry && source_url === null && (
          <Button size="small" aria-label={`换一个文件代替「${file_name}」`} onClick={() => onReplace(item)}>
            换文件
          </Button>
        )}
        {state !== 'verifying' && state !== 'elsewhere' && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={`${groupOf(item) === 'open' ? '取消' : '从列表移除'}「${file_name}」`}
            onClick={() => onRemove(item)}
          />
        )}
      </div>
      {MEASURED.has(state) && (
        <div
          className={styles['bar']}
          role="progressbar"
          aria-label={`${file_name}的进度`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ transform: `scaleX(${percent / 100})` }} />
        </div>
      )}
    </div>
  );
});
