import type { Clip } from '@mixreel/contract';
import { LookFrame } from './LookFrame.tsx';

type Props = {
  index: number;
  readAt: (index: number) => Clip | undefined;
  onMove: (index: number) => void;
  onOpen: (clip: Clip) => void;
  onClose: () => void;
};

/** A shot large, without leaving the grid. */
export function ClipLook({ index, readAt, onMove, onOpen, onClose }: Props) {
  const clip = readAt(index);
  return (
    <LookFrame
      title={clip ? `${clip.material_name} · 第 ${clip.index + 1} 个镜头` : '正在加载'}
      index={index}
      onMove={onMove}
      onOpen={() => clip && onOpen(clip)}
      onClose={onClose}
      source={
        clip && {
          material_type: clip.material_type,
          url: clip.preview_url,
          cover_url: clip.cover_url,
          from: clip.start_ms / 1000,
          to: clip.end_ms / 1000,
        }
      }
    />
  );
}
