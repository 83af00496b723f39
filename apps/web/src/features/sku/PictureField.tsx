import { CloseOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { EXTENSIONS, type Material, type SkuMark } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addFiles } from '#features/upload/add-files.ts';
import { pickedFromList } from '#features/upload/picked-file.ts';
import { groupOf, type UploadItem } from '#features/upload/upload-item.ts';
import { uploads, useUploads } from '#features/upload/uploads.ts';
import { showToast } from '#lib/toast.ts';
import { PicturePicker } from './PicturePicker.tsx';
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
};

/** Pictures chosen from the library, or uploaded on the spot: they become materials like all others. */
export function PictureField({ label, place = '商品图片', project_id, known, max, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const waiting = useRef(new Set<string>());
  const [sent, setSent] = useState<string[]>([]);
  const items = useUploads((state) => state.items);
  const mine = items.filter(({ key }) => sent.includes(key));
  const open = mine.filter((item) => groupOf(item) === 'open').length;

  const add = (pictures: Material[]) => {
    if (value.length + pictures.length > max) showToast('warning', `最多 ${max} 张，多出来的没有加`);
    onChange((now) => {
      const here = new Set(now.map(({ material_id }) => material_id));
      return [...now, ...pictures.filter(({ material_id }) => !here.has(material_id))].slice(0, max);
    });
  };
  const arrive = () => {
    const { items: now } = uploads.store.getState();
    // Content that is here already counts as sent a moment before its material is known.
    const isOver = (item: UploadItem) => item.material !== null || groupOf(item) === 'trouble';
    const done = now.filter((item) => waiting.current.has(item.key) && isOver(item));
    if (done.length === 0) return;
    for (const { key } of done) waiting.current.delete(key);
    add(done.flatMap(({ material }) => material ?? []));
    const failed = done.filter(({ material }) => material === null);
    if (failed.length > 0) showToast('error', `${failed[0]?.file_name}：${failed[0]?.message ?? '没有传成'}`);
  };
  const onStore = useEffectEvent(arrive);
  useEffect(() => uploads.store.subscribe(() => onStore()), []);

  const upload = async (element: HTMLInputElement) => {
    const picked = pickedFromList(element.files);
    element.value = '';
    const target = { project_id, dir_id: null, place, material_sub_type: 'shot_video' as const };
    const keys = await addFiles(picked, target, { is_quiet: true });
    for (const key of keys) waiting.current.add(key);
    setSent((before) => [...before, ...keys]);
    // A small picture may be there before it is known which one it is.
    arrive();
  };
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
        onChange={(event) => void upload(event.target)}
      />
      {isPicking && (
        <PicturePicker
          project_id={project_id}
          max={max - value.length}
          taken={new Set(value.map(({ material_id }) => material_id))}
          onPick={add}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
