import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { call } from '#lib/call.ts';
import { useSend } from '#lib/use-call.ts';
import { readLinks } from './link-lines.ts';
import { percentOf, wordsOf } from './row-words.ts';
import { groupOf, type UploadItem, type UploadTarget } from './upload-item.ts';
import { uploads, useUploads } from './uploads.ts';
import styles from './Link.module.css';

/** Videos, pictures and sounds by their addresses: one a line, each fetched by the server. */
export function LinkDialog({ target, onClose }: { target: UploadTarget; onClose: () => void }) {
  const [text, setText] = useState('');
  const [sent, setSent] = useState<string[] | null>(null);
  const add = useSend('upload.byUrl');
  const id = useId();
  const lines = readLinks(text);
  const links = lines.flatMap(({ url }) => url ?? []);
  const wrong = lines.filter(({ problem }) => problem !== null);

  const submit = async () => {
    const { project_id, dir_id, material_sub_type } = target;
    const { records } = await add.mutateAsync({
      project_id,
      ...(dir_id && { dir_id }),
      url: links,
      material_sub_type,
    });
    uploads.take(records.toReversed());
    setSent(records.map(({ record_uuid }) => record_uuid));
  };
  return (
    <Modal
      open
      centered
      width={600}
      title="链接导入"
      okText={sent ? '再导入一些' : links.length > 0 ? `导入 ${links.length} 个` : '导入'}
      cancelText={sent ? '关闭' : '取消'}
      okButtonProps={{ disabled: !sent && (links.length === 0 || wrong.length > 0) }}
      confirmLoading={add.isPending}
      onOk={() => {
        if (!sent) return void submit().catch(() => {});
        setSent(null);
        setText('');
      }}
      onCancel={onClose}
    >
      {sent ? (
        <>
          <p className={styles['hint']}>可以关掉这个窗口，导入会在后台继续；进度也在右上角的上传面板里。</p>
          <LinkList records={sent} />
        </>
      ) : (
        <>
          <label className={styles['label']} htmlFor={id}>
            一行一个链接，导入到{target.place}
          </label>
          <Input.TextArea
            id={id}
            autoFocus
            rows={7}
            spellCheck={false}
            placeholder={'https://example.com/夏日防晒.mp4\nhttps://example.com/海报.jpg'}
            value={text}
            aria-describedby={`${id}-below`}
            onChange={({ target: field }) => setText(field.value)}
          />
          <div id={`${id}-below`}>
            {wrong.length === 0 && (
              <p className={styles['hint']}>
                要能直接下载到文件的公网地址，一次最多 50 个。{links.length > 0 && `已识别 ${links.length} 个链接。`}
              </p>
            )}
            {wrong.length > 0 && (
              <ul className={styles['wrong']} aria-label="有问题的链接">
                {wrong.map(({ text: line, problem }, n) => (
                  <li key={`${n} ${line}`}>
                    <span>{line}</span>
                    <strong>{problem}</strong>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}

/** Each link with how far it is. */
function LinkList({ records }: { records: string[] }) {
  const items = useUploads((state) => state.items);
  const shown = records.flatMap((record_uuid) => items.find((item) => item.record_uuid === record_uuid) ?? []);
  return (
    <ul className={styles['list']} aria-label="正在导入的链接">
      {shown.map((item) => (
        <LinkRow key={item.key} item={item} />
      ))}
    </ul>
  );
}

const ICONS = {
  open: <LoadingOutlined aria-hidden="true" />,
  done: <CheckCircleFilled aria-hidden="true" />,
  trouble: <CloseCircleFilled aria-hidden="true" />,
};

function LinkRow({ item }: { item: UploadItem }) {
  const { record_uuid, source_url, file_name, sent_bytes, bytes } = item;
  const [isCanceling, setIsCanceling] = useState(false);
  const group = groupOf(item);
  const cancel = async () => {
    if (!record_uuid) return;
    setIsCanceling(true);
    await call('upload.cancelUrl', { record_uuid }).then(
      (record) => uploads.take([record]),
      () => {},
    );
    setIsCanceling(false);
  };
  return (
    <li data-group={group} aria-busy={group === 'open'}>
      <span className={styles['icon']}>{ICONS[group]}</span>
      <div className={styles['words']}>
        <p title={source_url ?? file_name}>{source_url ?? file_name}</p>
        <small>{wordsOf(item)}</small>
        {group === 'open' && bytes > 0 && (
          <div
            className={styles['bar']}
            role="progressbar"
            aria-label={`${file_name}的进度`}
            aria-valuenow={percentOf(sent_bytes, bytes)}
          >
            <span style={{ transform: `scaleX(${percentOf(sent_bytes, bytes) / 100})` }} />
          </div>
        )}
      </div>
      {group === 'open' && (
        <Button
          size="small"
          type="text"
          loading={isCanceling}
          aria-label={`取消导入 ${source_url ?? file_name}`}
          onClick={() => void cancel()}
        >
          取消
        </Button>
      )}
    </li>
  );
}
