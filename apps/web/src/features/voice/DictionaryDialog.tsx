import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import type { Pronunciation } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { player } from '#lib/player.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { SearchInput } from '#ui/SearchInput.tsx';
import { toggleSaying } from './play-speech.ts';
import { PlayButton } from './PlayButton.tsx';
import { forgetAllSpeech } from './speech.ts';
import styles from './Dictionary.module.css';

const plainly = { rate: 1, pitch: 0, volume: 1, emotion: null };
/** Under which the player plays a reading that is not saved yet. */
const TRIED = 'reading on trial';

type Fields = { word: string; reading: string };
type Props = {
  /** The word that a reading is wanted for. */
  word: string;
  voice_id: string;
  can_edit: boolean;
  onClose: () => void;
};

/** How words are read in this space, for brands and polyphones that voices get wrong. */
export function DictionaryDialog({ word, voice_id, can_edit, onClose }: Props) {
  const cache = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const [keyword, setKeyword] = useState('');
  const readings = useCall('voice.pronunciations', {});
  const save = useSend('voice.savePronunciation', { refresh: ['voice.pronunciations'] });
  const remove = useSend('voice.deletePronunciation', { refresh: ['voice.pronunciations'] });

  const trying = player.use(({ name, phase }) => (name === TRIED ? phase : 'idle'));

  const say = (text: string) => toggleSaying(cache, `word ${text}`, { ...plainly, text, voice_id });
  const tryReading = async () => {
    const { word: text, reading } = await form.validateFields();
    toggleSaying(cache, TRIED, { ...plainly, text, voice_id, try_reading: { word: text, reading } });
  };
  const submit = async (fields: Fields) => {
    const saved = await save.mutateAsync(fields);
    forgetAllSpeech(cache);
    form.resetFields();
    form.setFieldsValue({ word: '', reading: '' });
    say(saved.word);
  };
  const askAndRemove = async ({ pronunciation_id, word: known }: Pronunciation) => {
    const text = '之后会按引擎自己的读法来读。';
    if (!(await confirmBox({ title: `删除「${known}」的读音？`, text, ok_label: '删除', is_danger: true }))) return;
    await remove.mutateAsync({ pronunciation_id });
    forgetAllSpeech(cache);
  };
  const shown = (items: Pronunciation[]) =>
    items.filter((one) => `${one.word} ${one.reading}`.includes(keyword.trim()));

  return (
    <Modal open centered width={640} title="读音词典" footer={null} onCancel={onClose}>
      <p className={styles['about']}>
        整个空间的配音都按这里读。读音写带声调的拼音（chong2 qing4），或写读音相同的字。
      </p>
      {can_edit && (
        <Form<Fields>
          form={form}
          className={styles['form'] ?? ''}
          requiredMark={false}
          initialValues={{ word, reading: '' }}
          onFinish={(fields) => void submit(fields).catch(() => {})}
        >
          <Form.Item name="word" rules={[{ required: true, whitespace: true, message: '填写词语' }]}>
            <Input aria-label="词语" placeholder="词语，如 重庆" maxLength={30} autoFocus={word === ''} />
          </Form.Item>
          <Form.Item name="reading" rules={[{ required: true, whitespace: true, message: '填写读音' }]}>
            <Input aria-label="读音" placeholder="读音，如 chong2 qing4" maxLength={200} autoFocus={word !== ''} />
          </Form.Item>
          <Button loading={trying === 'loading'} onClick={() => void tryReading().catch(() => {})}>
            {trying === 'idle' ? '试听' : '停止'}
          </Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存并试听
          </Button>
        </Form>
      )}
      {(readings.data?.length ?? 0) > 6 && (
        <div className={styles['search']}>
          <SearchInput label="搜索读音" placeholder="搜索词语或读音" value={keyword} onChange={setKeyword} />
        </div>
      )}
      <ListStates
        query={readings}
        isEmpty={(items) => shown(items).length === 0}
        empty={
          <EmptyState
            title={keyword ? '没有找到' : '还没有自定义读音'}
            text={
              keyword ? '换个词试试。' : can_edit ? '品牌名、多音字读错时，在上面加一条就好。' : '编辑者可以添加读音。'
            }
          />
        }
      >
        {(items) => (
          <ul className={styles['list']} aria-label="读音">
            {shown(items).map((one) => (
              <li key={one.pronunciation_id}>
                <PlayButton name={`word ${one.word}`} label={`「${one.word}」的读音`} onToggle={() => say(one.word)} />
                <span className={styles['word']}>{one.word}</span>
                <span className={styles['reading']}>{one.reading}</span>
                {can_edit && (
                  <>
                    <Button
                      type="text"
                      size="small"
                      icon={<EditOutlined aria-hidden="true" />}
                      aria-label={`修改「${one.word}」的读音`}
                      onClick={() => form.setFieldsValue({ word: one.word, reading: one.reading })}
                    />
                    <Button
                      type="text"
                      size="small"
                      danger
                      icon={<DeleteOutlined aria-hidden="true" />}
                      aria-label={`删除「${one.word}」的读音`}
                      onClick={() => void askAndRemove(one).catch(() => {})}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Modal>
  );
}
