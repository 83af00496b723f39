import { AudioOutlined, PictureOutlined } from '@ant-design/icons';
import type { Material, MaterialType } from '@mixreel/contract';
import { Modal, Pagination } from 'antd';
import { useDeferredValue, useState } from 'react';
import { tellPlayError } from '#features/voice/play-speech.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { addressOf } from '#lib/app-config.ts';
import { formatDuration } from '#lib/format.ts';
import { toggleSound } from '#lib/player.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import styles from '#features/mix/Dialogs.module.css';

const PAGE = 20;

type Props = {
  project_id: string;
  material_type: Extract<MaterialType, 'audio' | 'image'>;
  title: string;
  onPick: (material: Material) => void;
  onClose: () => void;
};

/** One sound or picture of the library. */
export function MaterialPicker({ project_id, material_type, title, onPick, onClose }: Props) {
  const [text, setText] = useState('');
  const [page_index, setPage] = useState(1);
  const keyword = useDeferredValue(text.trim());
  const input = { project_id, material_type, page_index, page_size: PAGE, ...(keyword && { keyword }) };
  const list = useCall('material.list', input, { keep_previous: true });
  const kind = material_type === 'audio' ? '音频' : '图片';
  return (
    <Modal open centered width={560} title={title} footer={null} onCancel={onClose}>
      <div className={styles['lines']}>
        <SearchInput
          label={`搜索${kind}`}
          placeholder="按名称搜索"
          value={text}
          onChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
        <ListStates
          query={list}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              icon={material_type === 'audio' ? <AudioOutlined /> : <PictureOutlined />}
              title={keyword ? `没有这样的${kind}` : `项目里还没有${kind}`}
              text={keyword ? '换个词试试。' : `先到素材库上传${kind}。`}
            />
          }
        >
          {({ items, page_info: { total } }) => (
            <>
              <ul className={styles['options']} aria-label={kind}>
                {items.map((material) => (
                  <li key={material.material_id} className={styles['option']}>
                    {material_type === 'audio' ? (
                      <PlayButton
                        name={`material ${material.material_id}`}
                        label={material.material_name}
                        disabled={!(material.preview_url ?? material.cdn_url)}
                        onToggle={() => hear(material)}
                      />
                    ) : (
                      <img src={material.cover_url ?? material.cdn_url ?? ''} alt="" loading="lazy" />
                    )}
                    <button
                      type="button"
                      onClick={() => {
                        onPick(material);
                        onClose();
                      }}
                    >
                      <strong>{material.material_name}</strong>
                      <small>
                        {material.source_info.duration === null ? kind : formatDuration(material.source_info.duration)}
                      </small>
                    </button>
                  </li>
                ))}
              </ul>
              <Pagination
                align="center"
                hideOnSinglePage
                current={page_index}
                pageSize={PAGE}
                total={total}
                showSizeChanger={false}
                onChange={setPage}
              />
            </>
          )}
        </ListStates>
      </div>
    </Modal>
  );
}

function hear({ material_id, preview_url, cdn_url }: Material): void {
  const url = preview_url ?? cdn_url;
  if (url) toggleSound(`material ${material_id}`, () => addressOf(url)).catch(tellPlayError);
}
