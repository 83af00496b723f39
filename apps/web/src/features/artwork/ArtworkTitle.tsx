import { EditOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { changeArtwork } from './artwork-actions.ts';
import styles from './Detail.module.css';

/** The name of a video, changed where it stands. */
export function ArtworkTitle({ artwork: { artwork_id, artwork_name, deleted_at } }: { artwork: Artwork }) {
  const cache = useQueryClient();
  const canEdit = useCanEdit() && deleted_at === null;
  const [draft, setDraft] = useState<string | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const save = () => {
    const name = draft?.trim() ?? '';
    setDraft(null);
    if (name === '' || name === artwork_name) return;
    changeArtwork(cache, artwork_id, { artwork_name: name }).catch(() => {});
  };
  if (draft !== null) {
    return (
      <Input
        autoFocus
        className={styles['titleInput'] ?? ''}
        aria-label="成片名称"
        maxLength={100}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onPressEnter={(event) => {
          // The same press would go on to the button that takes the focus.
          event.preventDefault();
          save();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The dialog stays.
          event.stopPropagation();
          setDraft(null);
        }}
      />
    );
  }
  return (
    <span className={styles['title']}>
      <span title={artwork_name}>{artwork_name}</span>
      {canEdit && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden="true" />}
          aria-label="改名"
          title="改名"
          // The focus comes back to where it went from.
          autoFocus={wasEdited}
          onClick={() => {
            setDraft(artwork_name);
            setWasEdited(true);
          }}
        />
      )}
    </span>
  );
}
