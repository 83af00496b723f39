import { Modal } from 'antd';

type Props = { material_ids: string[]; onClose: () => void };

export function ShareDialog({ material_ids, onClose }: Props) {
  return <Modal open centered title={`分享 ${material_ids.length} 个素材`} onCancel={onClose} />;
}
