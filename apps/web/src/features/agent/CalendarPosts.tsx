import { PLATFORM_NAMES, type PlannedPost } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { copyText } from '#lib/clipboard.ts';
import { Pill } from '#ui/Pill.tsx';
import { PostForm } from './PostForm.tsx';

type Props = { platform: PlannedPost['platform']; posts: PlannedPost[]; can_edit: boolean };

/** What goes to a platform, in the order of days; each can be written over. */
export function CalendarPosts({ platform, posts, can_edit }: Props) {
  const [edited, setEdited] = useState<string | null>(null);
  const name = PLATFORM_NAMES[platform];
  return (
    <section aria-label={name}>
      <h3>
        {name} <small>封面 {posts[0]?.cover_ratio}</small>
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">视频</th>
            <th scope="col">标题和话题</th>
            <th scope="col">首条评论</th>
            <th scope="col" aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {posts.map((post) =>
            post.row_id === edited ? (
              <tr key={post.row_id}>
                <td colSpan={5}>
                  <PostForm post={post} onClose={() => setEdited(null)} />
                </td>
              </tr>
            ) : (
              <PostLine
                key={post.row_id}
                post={post}
                platform_name={name}
                onEdit={can_edit ? () => setEdited(post.row_id) : null}
              />
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}

type LineProps = { post: PlannedPost; platform_name: string; onEdit: (() => void) | null };

function PostLine({ post, platform_name, onEdit }: LineProps) {
  const { date, time, number, title, topics, first_comment, file_name, is_changed, is_left_out, warnings } = post;
  const words = [title, topics.map((word) => `#${word}`).join(' ')].filter(Boolean).join('\n');
  return (
    <tr data-left-out={is_left_out}>
      <td>
        {date.slice(5)} {time}
      </td>
      <td>
        {file_name ?? `第 ${number} 行`} {file_name === null && <Pill tone="neutral">未做好</Pill>}
        {is_left_out && <Pill tone="warning">不发</Pill>}
        {is_changed && !is_left_out && <Pill tone="accent">改过</Pill>}
      </td>
      <td>
        {words}
        {warnings.map((warning) => (
          <p key={warning} role="note">
            {warning}
          </p>
        ))}
      </td>
      <td>{first_comment}</td>
      <td>
        {onEdit && (
          <Button size="small" type="text" aria-label={`改${platform_name}第 ${number} 行`} onClick={onEdit}>
            改
          </Button>
        )}
        <Button
          size="small"
          type="text"
          aria-label={`复制${platform_name}第 ${number} 行的文案`}
          onClick={() => void copyText(`${words}\n\n${first_comment}`)}
        >
          复制
        </Button>
      </td>
    </tr>
  );
}
