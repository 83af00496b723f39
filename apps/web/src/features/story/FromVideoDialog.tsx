import { Alert, Modal, Spin } from 'antd';
import { useState } from 'react';
import { onward } from '#lib/go.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { MaterialTiles } from './MaterialTiles.tsx';
import { NewVideo } from './NewVideo.tsx';
import { storyPath } from './story-path.ts';
import styles from './FromVideo.module.css';

type Props = { project_id: string; onClose: () => void };
type From = 'library' | 'upload' | 'link';

const FROM: { value: From; label: string }[] = [
  { value: 'library', label: '素材库' },
  { value: 'upload', label: '上传视频' },
  { value: 'link', label: '视频链接' },
];

/** 视频转脚本: a video of the library, or one on its way there, is taken apart into rows, which come while it is looked at. */
export function FromVideoDialog({ project_id, onClose }: Props) {
  const [from, setFrom] = useState<From>('library');
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = { refresh: ['story.list', 'task.list'] as const };
  const add = useSend('storyVideo.add', { refresh: [...refresh.refresh] });
  const addUpload = useSend('storyVideo.addUpload', { refresh: [...refresh.refresh] });
  const open = async (made: Promise<{ story_board_id: string }>) => {
    const goOn = onward();
    const { story_board_id } = await made;
    goOn(storyPath({ project_id, story_board_id }));
  };
  return (
    <Modal open centered width={860} title="视频转脚本" footer={null} onCancel={onClose}>
      <p>拆成分镜：每个镜头的时长、景别、运镜、台词、画面文字、段落和节拍。灵感视频只作参考，不会剪进成片。</p>
      <div className={styles['from']}>
        <Choice
          label="视频从哪里来"
          options={FROM}
          value={from}
          onChange={(value) => {
            setFrom(value);
            setProblem(null);
          }}
        />
      </div>
      {problem && <Alert className={styles['problem'] ?? ''} type="error" showIcon title={problem} />}
      <Spin spinning={add.isPending || addUpload.isPending}>
        {from === 'library' ? (
          <MaterialTiles
            project_id={project_id}
            kind="video"
            onPick={({ material_id }) => void open(add.mutateAsync({ material_id })).catch(() => {})}
          />
        ) : (
          <NewVideo
            key={from}
            project_id={project_id}
            from={from}
            is_busy={add.isPending || addUpload.isPending}
            onProblem={setProblem}
            onRecord={(record_uuid) => void open(addUpload.mutateAsync({ record_uuid })).catch(() => {})}
          />
        )}
      </Spin>
    </Modal>
  );
}
