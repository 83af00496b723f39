import type { Material } from '@mixreel/contract';
import { LookFrame } from './LookFrame.tsx';

type Props = {
  index: number;
  readAt: (index: number) => Material | undefined;
  onMove: (index: number) => void;
  onOpen: (material: Material) => void;
  onClose: () => void;
};

/** A material large, without leaving the grid. */
export function QuickLook({ index, readAt, onMove, onOpen, onClose }: Props) {
  const material = readAt(index);
  return (
    <LookFrame
      title={material?.material_name ?? '正在加载'}
      index={index}
      onMove={onMove}
      onOpen={() => material && onOpen(material)}
      onClose={onClose}
      source={
        material && {
          material_type: material.material_type,
          url: material.preview_url ?? material.cdn_url,
          cover_url: material.cover_url,
          from: 0,
          to: null,
        }
      }
    />
  );
}
