import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import type { Music } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { MusicList } from './MusicList.tsx';
import { UploadMusicDialog } from './UploadMusicDialog.tsx';

type Props = { chosen: string | null; onChoose: ((music: Music) => void) | null };

/** Music that the space has brought itself, each with the record of its licence. */
export function OwnMusic({ chosen, onChoose }: Props) {
  const canEdit = useCanEdit();
  const [isUploading, setIsUploading] = useState(false);
  const remove = useSend('music.delete', { refresh: ['music.list'] });

  const askAndRemove = async ({ music_id, title }: Music) => {
    const text = '正在用它的配音不受影响，之后不能再选。';
    if (await confirmBox({ title: `删除《${title}》？`, text, ok_label: '删除', is_danger: true })) {
      remove.mutate({ music_id });
    }
  };
  const upload = canEdit && (
    <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => setIsUploading(true)}>
      上传音乐
    </Button>
  );
  return (
    <>
      <MusicList
        is_own
        extra={upload}
        chosen={chosen}
        onChoose={onChoose}
        empty={
          <EmptyState
            title="还没有自己的音乐"
            text={
              canEdit ? '买过授权的音乐传上来，连同授权一起记下，导出时会替你核对。' : '编辑者上传的音乐会出现在这里。'
            }
          >
            {upload}
          </EmptyState>
        }
        renderActions={(music) =>
          canEdit && (
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={`删除《${music.title}》`}
              onClick={() => void askAndRemove(music)}
            />
          )
        }
      />
      {isUploading && <UploadMusicDialog onClose={() => setIsUploading(false)} />}
    </>
  );
}
