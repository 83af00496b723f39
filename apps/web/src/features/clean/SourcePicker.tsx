import { CheckCircleFilled } from '@ant-design/icons';
import { CLEANS_AT_ONCE_MAX, type Material } from '@mixreel/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { SearchedPages, useSearchedPages } from '#ui/SearchedPages.tsx';
import styles from './Clean.module.css';

type Kind = 'video' | 'image' | 'audio';
type Props = {
  project_id: string;
  title?: string;
  /** What may be picked. */
  kinds?: Kind[];
  /** Whether AI content may be picked: marks are not taken away from it. */
  with_ai?: boolean;
  /** So many at once. */
  most?: number;
  /** What the button says of so many. */
  ok?: (count: number) => string;
  /** It stays open, with what was ticked, where this is refused. */
  onPick: (materials: Material[]) => unknown;
  onClose: () => void;
};
const PAGE_SIZE = 24;
const KIND_NAMES: Record<Kind, string> = { video: '视频', image: '图片', audio: '音频' };
const BOTH: Kind[] = ['video', 'image'];

/** Materials of the project, several at once. */
export function SourcePicker(props: Props) {
  const {
    project_id,
    title = '选视频或图片',
    kinds = BOTH,
    with_ai = false,
    most = CLEANS_AT_ONCE_MAX,
    ok = (count) => `处理这 ${count} 个`,
    onPick,
    onClose,
  } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'video');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Material>>(new Map());
  const pages = useSearchedPages(PAGE_SIZE);
  const list = useCall('material.list', { project_id, material_type: kind, ...pages.input }, { keep_previous: true });
  const toggle = (material: Material) => {
    // Of one alone the next takes the place.
    const next = most === 1 && !chosen.has(material.material_id) ? new Map<string, Material>() : new Map(chosen);
    if (!next.delete(material.material_id) && next.size < most) next.set(material.material_id, material);
    setChosen(next);
  };
  const done = async () => {
    setIsBusy(true);
    try {
      await onPick([...chosen.values()]);
      onClose();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={760}
      title={title}
      okText={chosen.size > 0 && most > 1 ? ok(chosen.size) : '选好了'}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.size === 0 }}
      confirmLoading={isBusy}
      // Said by the request itself when it is refused.
      onOk={() => void done().catch(() => {})}
      onCancel={onClose}
    >
      <Choice
        label="类型"
        options={kinds.map((value) => ({ value, label: KIND_NAMES[value] }))}
        value={kind}
        onChange={setKind}
      />
      <SearchedPages
        pages={pages}
        query={list}
        head_class={styles['search']}
        label="搜索素材"
        placeholder="按名字搜索"
        empty={{ title: '项目里还没有这类素材', text: '先到素材库上传。' }}
        no_match="没有这样的素材"
      >
        {(items) => (
          <ul className={styles['picker']}>
            {items.map((material) => {
              const { material_id, material_name, cover_url, ai_origin } = material;
              const isOn = chosen.has(material_id);
              return (
                <li key={material_id}>
                  <button
                    type="button"
                    aria-pressed={isOn}
                    disabled={(ai_origin && !with_ai) || (!isOn && most > 1 && chosen.size >= most)}
                    title={ai_origin && !with_ai ? '带有 AI 生成标识，不能去除' : material_name}
                    aria-label={material_name}
                    onClick={() => toggle(material)}
                  >
                    <img src={cover_url ?? ''} alt="" loading="lazy" />
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
