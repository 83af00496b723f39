import type { Material, StoryReference } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { Choice } from '#ui/Choice.tsx';
import { MaterialTiles } from './MaterialTiles.tsx';
import { ReferenceMoment } from './ReferenceMoment.tsx';
import styles from './Reference.module.css';

const KINDS = [
  { value: 'video' as const, label: '视频' },
  { value: 'image' as const, label: '图片' },
];

type Props = {
  project_id: string;
  number: number;
  reference: StoryReference | null;
  onPick: (reference: StoryReference | null) => void;
  onClose: () => void;
};

/** A picture of the library, or of one of its videos a moment or a stretch, found by scrubbing. */
export function ReferenceDialog({ project_id, number, reference, onPick, onClose }: Props) {
  const [kind, setKind] = useState<'video' | 'image'>('video');
  const [video, setVideo] = useState<Material | null>(null);
  const pick = (chosen: StoryReference | null) => {
    onPick(chosen);
    onClose();
  };
  return (
    <Modal open centered width={860} title={`第 ${number} 行的参考画面`} footer={null} onCancel={onClose}>
      {video ? (
        <ReferenceMoment video={video} onBack={() => setVideo(null)} onPick={pick} />
      ) : (
        <>
          <div className={styles['head']}>
            <Choice label="素材类型" options={KINDS} value={kind} onChange={setKind} />
            <span>也可以直接把图片粘贴或拖到这一行上</span>
            {reference && (
              <Button size="small" danger onClick={() => pick(null)}>
                去掉参考画面
              </Button>
            )}
          </div>
          <MaterialTiles
            key={kind}
            project_id={project_id}
            kind={kind}
            onPick={(material) =>
              kind === 'video'
                ? setVideo(material)
                : pick({ material_id: material.material_id, start_ms: 0, end_ms: null })
            }
          />
        </>
      )}
    </Modal>
  );
}
