import { Modal } from 'antd';
import type { UploadTarget } from './upload-item.ts';

export function LinkDialog({ onClose }: { target: UploadTarget; onClose: () => void }) {
  return <Modal open centered title="链接导入" onCancel={onClose} />;
}
