import {
  EXTENSIONS,
  MUSIC_BYTES_MAX,
  MUSIC_LICENCES,
  nameOfFile,
  PLATFORM_NAMES,
  type TARGET_PLATFORMS,
} from '@mixreel/contract';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { readBase64 } from '#lib/base64.ts';
import { formatSize } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { LICENCE_NAMES } from './music-words.ts';
import styles from './Music.module.css';

type Fields = {
  title: string;
  licence: (typeof MUSIC_LICENCES)[number];
  licence_text: string;
  source: string;
  platforms: (typeof TARGET_PLATFORMS)[number][];
  territories: string;
  /** As the browser's own date field writes it, in the browser's zone. */
  until: string;
  is_ai_made: boolean;
};

/** A piece of music with what may be done with it, and how one knows. */
export function UploadMusicDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useSend('music.add', { refresh: ['music.list'] });

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const isTooLarge = chosen.size > MUSIC_BYTES_MAX;
    setProblem(isTooLarge ? `音乐最大 ${formatSize(MUSIC_BYTES_MAX)}，这个有 ${formatSize(chosen.size)}` : null);
    setFile(isTooLarge ? null : chosen);
    if (!form.getFieldValue('title')) form.setFieldValue('title', nameOfFile(chosen.name));
  };
  const submit = async ({ title, is_ai_made, until, ...licence }: Fields) => {
    if (!file) {
      setProblem('请选择音乐文件');
      return;
    }
    await add.mutateAsync({
      title,
      is_ai_made,
      licence: { ...licence, expires_at: until ? new Date(`${until}T23:59:59`).toISOString() : null },
      file_name: file.name,
      content_base64: await readBase64(file),
    });
    onClose();
  };
  return (
    <FormDialog<Fields>
      title="上传音乐"
      ok_label="上传"
      width={600}
      form={form}
      is_sending={add.isPending}
      initial={{ licence: 'purchased', platforms: [], territories: '', until: '', is_ai_made: false }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item label="音乐文件" {...(problem && { validateStatus: 'error', help: problem })}>
        <div className={styles['file']}>
          <Button onClick={() => input.current?.click()}>选择文件</Button>
          <span>
            {file ? `${file.name}，${formatSize(file.size)}` : `mp3、m4a、wav 等，最大 ${formatSize(MUSIC_BYTES_MAX)}`}
          </span>
        </div>
        <input
          ref={input}
          type="file"
          // Not `hidden`: the form's own styles show every file field.
          className="visually-hidden"
          tabIndex={-1}
          aria-label="音乐文件"
          accept={EXTENSIONS.audio.join(',')}
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </Form.Item>
      <Form.Item name="title" label="曲名" rules={[{ required: true, whitespace: true, message: '填写曲名' }]}>
        <Input maxLength={100} />
      </Form.Item>
      <div className={styles['two']}>
        <Form.Item name="licence" label="授权类型">
          <Select options={MUSIC_LICENCES.map((value) => ({ value, label: LICENCE_NAMES[value] }))} />
        </Form.Item>
        <Form.Item name="until" label="授权到期（不填为长期）">
          <Input type="date" />
        </Form.Item>
      </div>
      <Form.Item
        name="licence_text"
        label="授权内容"
        rules={[{ required: true, whitespace: true, message: '写明能用在哪里、能不能商用' }]}
      >
        <Input.TextArea rows={2} maxLength={500} placeholder="如：商用广告，全网投放，不限条数" />
      </Form.Item>
      <Form.Item
        name="source"
        label="来源"
        rules={[{ required: true, whitespace: true, message: '写明购买单号、合同或网址' }]}
      >
        <Input maxLength={500} placeholder="购买单号、合同编号或网址" />
      </Form.Item>
      <div className={styles['two']}>
        <Form.Item name="platforms" label="可用平台（不选为全部）">
          <Select
            mode="multiple"
            options={Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="territories" label="可用地区（不填为全部）">
          <Input maxLength={200} placeholder="如：中国大陆" />
        </Form.Item>
      </div>
      <Form.Item name="is_ai_made" valuePropName="checked" noStyle>
        <Checkbox>这首音乐由 AI 生成</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
