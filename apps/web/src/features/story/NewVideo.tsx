import { CloudUploadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { addFiles } from '#features/upload/add-files.ts';
import { readLinks } from '#features/upload/link-lines.ts';
import { pickedFromList } from '#features/upload/picked-file.ts';
import { uploads, useUploads } from '#features/upload/uploads.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import styles from './FromVideo.module.css';

type Whose = 'shot_video' | 'inspiration_video';
const WHOSE: { value: Whose; label: string }[] = [
  { value: 'shot_video', label: '自己的素材' },
  { value: 'inspiration_video', label: '别人的视频，只作参考' },
];
const ACCEPTED = 'video/*,.mp4,.mov,.mkv,.webm,.avi,.m4v';

type Props = {
  project_id: string;
  from: 'upload' | 'link';
  /** One was taken, and a board is being made of it. */
  is_busy: boolean;
  /** It is on its way into the library under this record. */
  onRecord: (record_uuid: string) => void;
  onProblem: (message: string | null) => void;
};

/** A video that is not in the library yet: it is put there, and read as soon as it has come. */
export function NewVideo({ project_id, from, is_busy, onRecord, onProblem }: Props) {
  const [whose, setWhose] = useState<Whose>(from === 'link' ? 'inspiration_video' : 'shot_video');
  const material_sub_type = whose;
  return (
    <div className={styles['new']}>
      <Choice label="这条视频是谁的" options={WHOSE} value={whose} onChange={setWhose} />
      {from === 'upload' ? (
        <FromFile {...{ project_id, material_sub_type, is_busy, onRecord, onProblem }} />
      ) : (
        <FromLink {...{ project_id, material_sub_type, is_busy, onRecord, onProblem }} />
      )}
    </div>
  );
}

type Way = Omit<Props, 'from'> & { material_sub_type: Whose };

function FromFile({ project_id, material_sub_type, onRecord, onProblem }: Way) {
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState<string | null>(null);
  const item = useUploads(({ items }) => items.find((one) => one.key === key) ?? null);
  const record_uuid = item?.record_uuid ?? null;
  const tell = useEffectEvent(onRecord);
  useEffect(() => {
    if (record_uuid) tell(record_uuid);
  }, [record_uuid]);

  const take = async (field: HTMLInputElement) => {
    const picked = pickedFromList(field.files).slice(0, 1);
    field.value = '';
    const [one] = picked;
    if (!one) return;
    const isVideo = one.file.type.startsWith('video/') || /\.(mp4|mov|mkv|webm|avi|m4v)$/i.test(one.file.name);
    if (!isVideo) return onProblem('只有视频能转成脚本，请选一条视频');
    onProblem(null);
    const target = { project_id, dir_id: null, place: '这个项目', material_sub_type };
    const [made = null] = await addFiles(picked, target, { is_quiet: true });
    if (made === null) onProblem('这个文件不能上传，请换一个，或在上传面板里看原因');
    setKey(made);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label="要拆解的视频文件"
        onChange={(event) => void take(event.target)}
      />
      <Button
        type="primary"
        icon={<CloudUploadOutlined aria-hidden="true" />}
        loading={key !== null && record_uuid === null}
        onClick={() => input.current?.click()}
      >
        选择视频
      </Button>
      <small>视频会放进素材库；可以离开这个页面，传完自动开始拆。</small>
    </>
  );
}

function FromLink({ project_id, material_sub_type, is_busy, onRecord, onProblem }: Way) {
  const id = useId();
  const [text, setText] = useState('');
  const add = useSend('upload.byUrl');
  const [line] = readLinks(text);
  const send = async () => {
    if (is_busy || add.isPending) return;
    if (!line?.url) return onProblem(line?.problem ?? '请填写视频的链接');
    onProblem(null);
    const { records } = await add.mutateAsync({ project_id, url: [line.url], material_sub_type });
    uploads.take(records);
    const [record] = records;
    if (record) onRecord(record.record_uuid);
  };
  return (
    <>
      <label htmlFor={id}>视频文件的链接</label>
      <Input
        id={id}
        value={text}
        spellCheck={false}
        placeholder="https://example.com/样片.mp4"
        onChange={({ target }) => setText(target.value)}
        onPressEnter={({ nativeEvent }) => {
          if (!nativeEvent.isComposing) void send().catch(() => {});
        }}
      />
      <Button
        type="primary"
        loading={add.isPending}
        disabled={text.trim() === ''}
        onClick={() => void send().catch(() => {})}
      >
        导入并拆解
      </Button>
      <small>要能直接下载到视频文件的公网地址；视频网站的网页不行。</small>
    </>
  );
}
