import { CheckCircleFilled } from '@ant-design/icons';
import { CLEANS_AT_ONCE_MAX, type Material } from '@mixreel/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { SearchedPages, useSearchedPages } from '#ui/SearchedPages.tsx';
import styles from './Clean.module.css';

type Props = { project_id: string; onPick: (material_ids: string[]) => void; onClose: () => void };
const PAGE_SIZE = 24;
const KINDS = [
  { value: 'video' as const, label: '视频' },
  { value: 'image' as const, label: '图片' },
];

/** Videos and pictures of the project, several at once. */
export function SourcePicker({ project_id, onPick, onClose }: Props) {
  const [kind, setKind] = useState<'video' | 'image'>('video');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = useSearchedPages(PAGE_SIZE);
  const list = useCall('material.list', { project_id, material_type: kind, ...pages.input }, { keep_previous: true });
  const toggle = ({ material_id }: Material) => {
    const next = new Set(chosen);
    if (!next.delete(material_id) && next.size < CLEANS_AT_ONCE_MAX) next.add(material_id);
    setChosen(next);
  };
  return (
    <Modal
      open
      centered
      width={760}
      title="选视频或图片"
      okText={chosen.size > 0 ? `处理这 ${chosen.size} 个` : '选好了'}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.size === 0 }}
      onOk={() => {
        onPick([...chosen]);
        onClose();
      }}
      onCancel={onClose}
    >
      <Choice label="类型" options={KINDS} value={kind} onChange={setKind} />
      <SearchedPages
        pages={pages}
        query={list}
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
                    disabled={ai_origin || (!isOn && chosen.size >= CLEANS_AT_ONCE_MAX)}
                    title={ai_origin ? '带有 AI 生成标识，不能去除' : material_name}
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
