import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { formatDuration, formatSize, formatTime } from '#lib/format.ts';
import { GrowingText } from '#ui/GrowingText.tsx';
import { changeArtwork } from './artwork-actions.ts';
import { WORDS } from './artwork-words.ts';
import styles from './Detail.module.css';

/** A note for colleagues, and what the file is. */
export function FactsPart({ artwork, can_edit }: { artwork: Artwork; can_edit: boolean }) {
  const { duration, width, height, bytes, download_count, creator_name, created_at, dir_name } = artwork;
  const facts: [string, string][] = [
    ['时长', formatDuration(duration)],
    ['画面', `${width}×${height}`],
    ['大小', formatSize(bytes)],
    ['目录', dir_name],
    ['制作', [creator_name, formatTime(created_at)].filter(Boolean).join('，')],
    ['下载', download_count > 0 ? `${download_count} 次` : '还没有下载过'],
    ...(artwork.ai_origin ? [['AI', WORDS.ai] as [string, string]] : []),
  ];
  return (
    <div className={styles['facts']}>
      <Note key={artwork.artwork_id} artwork={artwork} can_edit={can_edit} />
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Note({ artwork: { artwork_id, note }, can_edit }: { artwork: Artwork; can_edit: boolean }) {
  const cache = useQueryClient();
  // What is being written stays when somebody else has saved a note meanwhile: that one is shown beside it.
  const [draft, setDraft] = useState<{ text: string; from: string } | null>(null);
  const text = draft?.text ?? note;
  const [isSaving, setIsSaving] = useState(false);
  const id = useId();
  const save = async () => {
    setIsSaving(true);
    try {
      await changeArtwork(cache, artwork_id, { note: text.trim() });
      setDraft((now) => (!now || now.text === text ? null : { ...now, from: text.trim() }));
    } finally {
      setIsSaving(false);
    }
  };
  if (!can_edit) return note === '' ? null : <p className={styles['noteText']}>{note}</p>;
  return (
    <div className={styles['noteField']}>
      <label htmlFor={id}>备注</label>
      <GrowingText
        id={id}
        least={2}
        most={8}
        maxLength={2000}
        placeholder="比如：投放账号、改过哪里、要注意什么"
        value={text}
        onChange={({ target }) => {
          const from = draft?.from ?? note;
          setDraft(target.value === from ? null : { text: target.value, from });
        }}
      />
      {!isSaving && draft && draft.from !== note && text.trim() !== note && (
        <p className={styles['noteText']} role="status">
          {note === '' ? '别人刚清空了备注' : `别人刚改成：${note}`}
        </p>
      )}
      {text.trim() !== note && (
        <Button size="small" type="primary" loading={isSaving} onClick={() => void save().catch(() => {})}>
          保存备注
        </Button>
      )}
    </div>
  );
}
