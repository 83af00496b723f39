import { FileSearchOutlined, UndoOutlined } from '@ant-design/icons';
import { DraftMarkers, type DraftProfile, type DraftSetting } from '@mixreel/contract';
import { Button, Input, Select } from 'antd';
import { type DragEvent, useId, useRef, useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { defaultMarkers, thisSystem } from './draft-target.ts';
import fields from '#ui/Fields.module.css';
import styles from './Draft.module.css';

const FILE_BYTES_MAX = 4_000_000;
const SYSTEMS = [
  { value: 'windows' as const, label: 'Windows' },
  { value: 'mac' as const, label: 'macOS' },
];

type Props = {
  profile: DraftProfile;
  value: DraftMarkers;
  onChange: (markers: DraftMarkers) => void;
  /** The server has read and kept them. */
  onRead: (setting: DraftSetting) => void;
};

/** The versions that a draft says it was made with: of the profile, typed in, or read from a draft of the person's own. */
export function MarkersField({ profile, value, onChange, onRead }: Props) {
  const ids = { app: useId(), draft: useId(), os: useId() };
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const usual = defaultMarkers(profile, value.os);
  const isOwn = value.app_version !== usual.app_version || value.new_version !== usual.new_version;
  const checked = DraftMarkers.safeParse(value);
  const badFields = new Set(checked.error?.issues.map(({ path }) => path[0]));

  const change = (part: Partial<DraftMarkers>) => onChange({ ...value, ...part });
  const read = async (taken: File | undefined) => {
    if (!taken) return;
    if (taken.size > FILE_BYTES_MAX) {
      showToast('warning', '文件太大，请新建一个空草稿，选它的文件');
      return;
    }
    setIsReading(true);
    try {
      const text = await taken.text();
      if (text.includes('\0')) {
        showToast('warning', '这不是草稿文件：请选择草稿文件夹里的 draft_content.json 或 draft_info.json');
        return;
      }
      const next = await call('draft.readMarkers', { text });
      onRead(next);
      showToast('success', `已读到版本 ${next.markers?.app_version ?? ''}，以后都按它导出`);
    } finally {
      setIsReading(false);
    }
  };
  const handleDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(event.type !== 'dragleave' && event.type !== 'drop');
    if (event.type === 'drop') void read(event.dataTransfer.files[0]).catch(() => {});
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- choosing by keyboard is the button's business
    <div
      className={styles['markers']}
      data-over={isOver}
      role="group"
      aria-label="版本标记"
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
      <div className={styles['versions']}>
        <div className={fields['field']}>
          <label htmlFor={ids.app}>软件版本</label>
          <Input
            id={ids.app}
            value={value.app_version}
            status={badFields.has('app_version') ? 'error' : ''}
            onChange={({ target }) => change({ app_version: target.value.trim() })}
          />
        </div>
        <div className={fields['field']}>
          <label htmlFor={ids.draft}>草稿格式</label>
          <Input
            id={ids.draft}
            value={value.new_version}
            status={badFields.has('new_version') ? 'error' : ''}
            onChange={({ target }) => change({ new_version: target.value.trim() })}
          />
        </div>
        <div className={fields['field']}>
          <label htmlFor={ids.os}>系统</label>
          <Select id={ids.os} value={value.os} options={SYSTEMS} onChange={(os) => change({ os })} />
        </div>
      </div>
      <p role={checked.success ? undefined : 'alert'} data-bad={!checked.success}>
        {checked.success
          ? isOwn
            ? '这是你自己的版本标记。'
            : '软件说草稿「已损坏」或要求升级时，改成和你装的版本一样。'
          : '版本号形如 5.9.0'}
      </p>
      <div className={fields['acts']}>
        <Button
          size="small"
          icon={<FileSearchOutlined aria-hidden="true" />}
          loading={isReading}
          onClick={() => file.current?.click()}
        >
          从我的空草稿读取
        </Button>
        {isOwn && (
          <Button
            size="small"
            type="text"
            icon={<UndoOutlined aria-hidden="true" />}
            onClick={() => onChange(defaultMarkers(profile, thisSystem()))}
          >
            改回默认
          </Button>
        )}
        <small>新建一个空草稿，把它文件夹里的 draft_content.json 或 draft_info.json 拖到这里</small>
      </div>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="空草稿的 JSON 文件"
        onChange={({ target }) => {
          const [taken] = target.files ?? [];
          void read(taken).catch(() => {});
          target.value = '';
        }}
      />
    </div>
  );
}
