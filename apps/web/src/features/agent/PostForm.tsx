import { PLATFORM_LIMITS, type PlannedPost, topicsOf } from '@mixreel/contract';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { useBatch } from './batch.ts';
import styles from './Calendar.module.css';

type Props = { post: PlannedPost; onClose: () => void };

/** One post as somebody wants it: when, with which words, or not at all. */
export function PostForm({ post, onClose }: Props) {
  const { agent_batch_config_id } = useBatch().batch;
  const { platform, row_id, number, is_changed } = post;
  // As it was when somebody began: what moved or was changed elsewhere since is none of their changes.
  const [begun] = useState(post);
  const save = useSend('agentPost.update', { refresh: ['agentPost.calendar'] });
  const [date, setDate] = useState(post.date);
  const [time, setTime] = useState(post.time);
  const [title, setTitle] = useState(post.title);
  const [topics, setTopics] = useState(post.topics.join(' '));
  const [first_comment, setComment] = useState(post.first_comment);
  const [is_left_out, setIsLeftOut] = useState(post.is_left_out);
  const limits = PLATFORM_LIMITS[platform];
  const send = async (isPlanned: boolean) => {
    const words = topicsOf(topics);
    const whole = { date, time, title: title.trim(), topics: words, first_comment: first_comment.trim(), is_left_out };
    // What is as planned goes on following the plan.
    const isOther = (field: keyof typeof whole) => JSON.stringify(whole[field]) !== JSON.stringify(begun[field]);
    const fields = (Object.keys(whole) as (keyof typeof whole)[]).filter(isOther);
    const change = isPlanned ? null : Object.fromEntries(fields.map((field) => [field, whole[field]]));
    if (change === null || fields.length > 0) {
      await save.mutateAsync({ agent_batch_config_id, row_id, platform, change });
    }
    onClose();
  };
  return (
    <form
      className={styles['post']}
      aria-label={`第 ${number} 行的发布`}
      onSubmit={(event) => {
        event.preventDefault();
        void send(false).catch(() => {});
      }}
    >
      <div className={styles['calendar']}>
        <Field label="日期">
          {(id) => (
            <input
              id={id}
              type="date"
              required
              className={styles['date']}
              value={date}
              onChange={({ target }) => setDate(target.value)}
            />
          )}
        </Field>
        <Field label="时间">
          {(id) => (
            <input
              id={id}
              type="time"
              required
              className={styles['date']}
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </Field>
        <Checkbox checked={is_left_out} onChange={({ target }) => setIsLeftOut(target.checked)}>
          这个平台不发
        </Checkbox>
      </div>
      <Field label={`标题，最多 ${limits.title} 个字`}>
        {(id) => <Input id={id} value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />}
      </Field>
      <Field label={`话题，最多 ${limits.topics} 个，用空格隔开`}>
        {(id) => <Input id={id} value={topics} maxLength={400} onChange={({ target }) => setTopics(target.value)} />}
      </Field>
      <Field label="首条评论">
        {(id) => (
          <Input id={id} value={first_comment} maxLength={500} onChange={({ target }) => setComment(target.value)} />
        )}
      </Field>
      <div className={styles['calendar']}>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
        <Button onClick={onClose}>取消</Button>
        {is_changed && (
          <Button type="text" onClick={() => void send(true).catch(() => {})}>
            恢复成规划的
          </Button>
        )}
      </div>
    </form>
  );
}
