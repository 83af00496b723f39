import { PictureOutlined } from '@ant-design/icons';
import type { Material } from '@mixreel/contract';
import { formatDuration } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { SearchedPages, useSearchedPages } from '#ui/SearchedPages.tsx';
import styles from './Reference.module.css';

const PAGE = 18;

type Props = { project_id: string; kind: 'video' | 'image'; onPick: (material: Material) => void };

/** Videos or pictures of the library, to choose one of. */
export function MaterialTiles({ project_id, kind, onPick }: Props) {
  const pages = useSearchedPages(PAGE);
  const list = useCall('material.list', { project_id, material_type: kind, ...pages.input }, { keep_previous: true });
  return (
    <SearchedPages
      pages={pages}
      query={list}
      label="搜索素材"
      placeholder="按名称搜索"
      empty={{
        title: kind === 'video' ? '这个项目还没有视频' : '这个项目还没有图片',
        text: '先到素材库上传。',
      }}
      no_match="没有这样的素材"
      head_class={styles['search']}
      pages_class={styles['pages']}
    >
      {(items) => (
        <ul className={styles['materials']} aria-label={kind === 'video' ? '视频' : '图片'}>
          {items.map((material) => (
            <li key={material.material_id}>
              <button type="button" onClick={() => onPick(material)}>
                <Cover material={material} />
                <span>{material.material_name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </SearchedPages>
  );
}

function Cover({
  material: { cover_url, cdn_url, material_type, material_sub_type, source_info },
}: {
  material: Material;
}) {
  const src = cover_url ?? (material_type === 'image' ? cdn_url : null);
  return (
    <span className={styles['cover']}>
      {src ? <img src={src} alt="" loading="lazy" decoding="async" /> : <PictureOutlined aria-hidden="true" />}
      {source_info.duration !== null && <small>{formatDuration(source_info.duration)}</small>}
      {material_sub_type === 'inspiration_video' && <i>灵感</i>}
    </span>
  );
}
