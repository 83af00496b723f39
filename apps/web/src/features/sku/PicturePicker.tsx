import { CheckCircleFilled } from '@ant-design/icons';
import type { Material } from '@mixreel/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { SearchedPages, useSearchedPages } from '#ui/SearchedPages.tsx';
import styles from './Sku.module.css';

type Props = {
  project_id: string;
  max: number;
  taken: Set<string>;
  onPick: (pictures: Material[]) => void;
  onClose: () => void;
};

const PAGE_SIZE = 24;

/** Image materials of the project, several at once. */
export function PicturePicker({ project_id, max, taken, onPick, onClose }: Props) {
  const [chosen, setChosen] = useState<Map<string, Material>>(new Map());
  const pages = useSearchedPages(PAGE_SIZE);
  const list = useCall(
    'material.list',
    { project_id, material_type: 'image', ...pages.input },
    { keep_previous: true },
  );
  const toggle = (material: Material) => {
    const next = new Map(chosen);
    if (!next.delete(material.material_id) && next.size < max) next.set(material.material_id, material);
    setChosen(next);
  };
  return (
    <Modal
      open
      centered
      width={760}
      title="从素材库选图片"
      okText={chosen.size > 0 ? `用这 ${chosen.size} 张` : '选好了'}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.size === 0 }}
      onOk={() => {
        onPick([...chosen.values()]);
        onClose();
      }}
      onCancel={onClose}
    >
      <SearchedPages
        pages={pages}
        query={list}
        label="搜索图片"
        placeholder="按名字搜索"
        empty={{ title: '项目里还没有图片', text: '可以关掉这里，直接上传商品图片。' }}
        no_match="没有这样的图片"
      >
        {(items) => (
          <ul className={styles['picker']}>
            {items.map((material) => {
              const { material_id, material_name, cover_url, cdn_url } = material;
              const isOn = chosen.has(material_id);
              return (
                <li key={material_id}>
                  <button
                    type="button"
                    aria-pressed={isOn}
                    disabled={taken.has(material_id) || (!isOn && chosen.size >= max)}
                    aria-label={material_name}
                    onClick={() => toggle(material)}
                  >
                    <img src={cover_url ?? cdn_url ?? ''} alt="" loading="lazy" />
                    {isOn && <CheckCircleFilled aria-hidden="true" />}
                    <span>{material_name}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </SearchedPages>
    </Modal>
  );
}
