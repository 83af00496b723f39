import { CheckCircleFilled, UploadOutlined } from '@ant-design/icons';
import { EXTENSIONS, type Material } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { pickedFromList } from '#features/upload/picked-file.ts';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { SearchedPages, useSearchedPages } from '#ui/SearchedPages.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';
import styles from './Sku.module.css';

type Props = {
  project_id: string;
  /** What uploads are for; they say so. */
  place: string;
  max: number;
  taken: Set<string>;
  onPick: (pictures: Material[]) => void;
  onClose: () => void;
};

const PAGE_SIZE = 24;
const TYPES: { value: 'image' | 'ai_image'; label: string }[] = [
  { value: 'image', label: '图片' },
  { value: 'ai_image', label: 'AI 图片' },
];

/** Pictures of the project, own ones and those that were generated, several at once; what is not there yet is uploaded on the spot. */
export function PicturePicker({ project_id, place, max, taken, onPick, onClose }: Props) {
  const [chosen, setChosen] = useState<Map<string, Material>>(new Map());
  const [material_type, setType] = useState<'image' | 'ai_image'>('image');
  const pages = useSearchedPages(PAGE_SIZE);
  const list = useCall('material.list', { project_id, material_type, ...pages.input }, { keep_previous: true });
  const show = (type: 'image' | 'ai_image') => {
    setType(type);
    pages.setPage(1);
  };
  const toggle = (material: Material) => {
    const next = new Map(chosen);
    if (!next.delete(material.material_id) && next.size < max) next.set(material.material_id, material);
    setChosen(next);
  };
  const input = useRef<HTMLInputElement>(null);
  const { upload, open } = usePictureUploads(project_id, place, (arrived) => {
    void list.refetch();
    show('image');
    // The last ones count where there is room for few.
    setChosen((now) => new Map([...now, ...arrived.map((one) => [one.material_id, one] as const)].slice(-max)));
  });
  return (
    <Modal
      open
      centered
      width={760}
      footer={
        <div className={styles['pickfoot']}>
          <Button
            icon={<UploadOutlined aria-hidden="true" />}
            loading={open > 0}
            onClick={() => input.current?.click()}
          >
            {open > 0 ? `正在上传 ${open} 张` : '上传图片'}
          </Button>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.size === 0}
            onClick={() => {
              onPick([...chosen.values()]);
              onClose();
            }}
          >
            {chosen.size > 0 ? `用这 ${chosen.size} 张` : '选好了'}
          </Button>
        </div>
      }
      title="从素材库选图片"
      onCancel={onClose}
    >
      <div className={styles['pickhead']}>
        <Choice label="图片种类" options={TYPES} value={material_type} onChange={show} />
      </div>
      <SearchedPages
        pages={pages}
        query={list}
        label="搜索图片"
        placeholder="按名字搜索"
        empty={
          material_type === 'image'
            ? { title: '项目里还没有图片', text: '点左下角的「上传图片」，传好就能用。' }
            : { title: '项目里还没有 AI 图片', text: '文生图和图片编辑里存进素材库的图在这里。' }
        }
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
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        multiple={max > 1}
        aria-label="上传图片到素材库"
        accept={EXTENSIONS.image.join(',')}
        onChange={({ target }) => {
          const picked = pickedFromList(target.files);
          target.value = '';
          void upload(picked);
        }}
      />
    </Modal>
  );
}
