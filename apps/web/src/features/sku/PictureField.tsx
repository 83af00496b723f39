import { CloseOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { EXTENSIONS, type Material, type SkuMark } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pickedFromList } from '#features/upload/picked-file.ts';
import { showToast } from '#lib/toast.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';
import styles from './Sku.module.css';

type Props = {
  label: string;
  /** What they are for: uploads say so. */
  place?: string;
  project_id: string;
  /** Those it has already. */
  known: SkuMark['pictures'];
  max: number;
  value: Material[];
  onChange: (change: (now: Material[]) => Material[]) => void;
  /** Some are still on their way, or no longer. */
  onUploading?: (isUploading: boolean) => void;
};

/** Pictures chosen from the library, or uploaded on the spot: they become materials like all others. */
export function PictureField({
  label,
  place = '商品图片',
  project_id,
  known,
  max,
  value,
  onChange,
  onUploading,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const add = (pictures: Material[]) => {
    if (value.length + pictures.length > max) showToast('warning', `最多 ${max} 张，多出来的没有加`);
    onChange((now) => {
      const here = new Set(now.map(({ material_id }) => material_id));
      return [...now, ...pictures.filter(({ material_id }) => !here.has(material_id))].slice(0, max);
    });
  };
  const { upload, open } = usePictureUploads(project_id, place, add);
  const isUploading = open > 0;
  const tell = useEffectEvent((is: boolean) => onUploading?.(is));
  useEffect(() => {
    if (!isUploading) return;
    tell(true);
    return () => tell(false);
  }, [isUploading]);
  return (
    <>
      <ul className={styles['pictures']} aria-label={label}>
        {known.map(({ vlc_id, url }) => (
          <li key={vlc_id}>
            <img src={url} alt="已有的图片" loading="lazy" />
          </li>
        ))}
        {value.map(({ material_id, material_name, cover_url, cdn_url }) => (
          <li key={material_id}>
            <img src={cover_url ?? cdn_url ?? ''} alt={material_name} loading="lazy" />
            <button
              type="button"
              aria-label={`不用「${material_name}」`}
              onClick={() => onChange((now) => now.filter((one) => one.material_id !== material_id))}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          </li>
        ))}
        {Array.from({ length: open }, (_, n) => (
          <li key={`open ${n}`} className="skeleton" aria-label="正在上传" />
        ))}
      </ul>
      <div className={styles['row']}>
        <Button size="small" icon={<PictureOutlined aria-hidden="true" />} onClick={() => setIsPicking(true)}>
          从素材库选
        </Button>
        <Button size="small" icon={<UploadOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
          上传图片
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        // Not `hidden`: the form's own styles show every file field.
        className="visually-hidden"
        tabIndex={-1}
        multiple
        aria-label={`上传${label}`}
        accept={EXTENSIONS.image.join(',')}
        onChange={({ target }) => {
          const picked = pickedFromList(target.files);
          target.value = '';
          void upload(picked);
        }}
      />
      {isPicking && (
        <PicturePicker
          project_id={project_id}
          place={place}
          max={max - value.length}
          taken={new Set(value.map(({ material_id }) => material_id))}
          onPick={add}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
