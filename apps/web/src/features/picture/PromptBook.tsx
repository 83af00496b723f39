import { BookOutlined, DeleteOutlined, StarOutlined } from '@ant-design/icons';
import type { PicturePrompt } from '@mixreel/contract';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import styles from './Picture.module.css';

type Props = {
  can_edit: boolean;
  prompt: string;
  negative: string;
  onUse: (prompt: Pick<PicturePrompt, 'prompt' | 'negative'>) => void;
  /** Other ways to words, beside it. */
  children?: ReactNode;
};

/** Prompts that the space keeps: this one goes in, another comes out. */
export function PromptBook({ can_edit, prompt, negative, onUse, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const book = useCall('picture.prompts', {}, { enabled: isOpen });
  const keep = useSend('picture.keepPrompt');
  const drop = useSend('picture.dropPrompt');
  const kept = book.data ?? [];
  const list = book.error ? (
    <ErrorState error={book.error} onRetry={() => void book.refetch()} isRetrying={book.isFetching} />
  ) : kept.length === 0 ? (
    <p className={styles['none']}>{book.isLoading ? '正在打开…' : '还没有收过。写得顺手的点「收进提示词本」。'}</p>
  ) : (
    <ul className={styles['book']} aria-label="提示词本">
      {kept.map((one) => (
        <li key={one.prompt_id}>
          <button
            type="button"
            onClick={() => {
              onUse(one);
              setIsOpen(false);
            }}
          >
            {one.prompt}
            <small>{one.user_name}</small>
          </button>
          {can_edit && (
            <Button
              size="small"
              type="text"
              aria-label={`移出「${one.prompt.slice(0, 10)}」`}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => {
                drop
                  .mutateAsync({ prompt_id: one.prompt_id })
                  .then(() => book.refetch())
                  .catch(() => {});
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles['bookbar']}>
      <Popover open={isOpen} onOpenChange={setIsOpen} trigger="click" placement="bottomLeft" content={list}>
        <Button size="small" icon={<BookOutlined aria-hidden="true" />}>
          提示词本
        </Button>
      </Popover>
      {can_edit && (
        <Button
          size="small"
          type="text"
          icon={<StarOutlined aria-hidden="true" />}
          disabled={prompt.trim() === ''}
          loading={keep.isPending}
          onClick={() => {
            keep
              .mutateAsync({ prompt, negative })
              .then(() => showToast('success', '已收进提示词本'))
              .catch(() => {});
          }}
        >
          收进提示词本
        </Button>
      )}
      {children}
    </div>
  );
}
