import { UploadOutlined } from '@ant-design/icons';
import { EXTENSIONS } from '@mixreel/contract';
import { Button } from 'antd';
import { useRef } from 'react';
import { addFiles } from '#features/upload/add-files.ts';
import { arrived } from '#features/upload/arrived.ts';
import { pickedFromList } from '#features/upload/picked-file.ts';
import type { AddedClip } from '../document/acts.ts';

type Props = { project_id: string; onAdd: (clips: AddedClip[]) => void };

/** What was just filmed: uploaded on the spot, and where the library adds to as soon as it is there. */
export function UploadFilms({ project_id, onAdd }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const upload = async (element: HTMLInputElement) => {
    const picked = pickedFromList(element.files);
    // The same file again is a change too.
    element.value = '';
    const target = { project_id, dir_id: null, place: '实拍素材', material_sub_type: 'shot_video' as const };
    for (const key of await addFiles(picked, target)) {
      // What failed says so in the list of uploads.
      void arrived(key).then((item) => item?.material && onAdd([{ material_id: item.material.material_id }]));
    }
  };
  return (
    <>
      <Button size="small" icon={<UploadOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
        上传新拍的
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="新拍的视频或图片"
        accept={[...EXTENSIONS.video, ...EXTENSIONS.image].join(',')}
        onChange={(event) => void upload(event.target)}
      />
    </>
  );
}
