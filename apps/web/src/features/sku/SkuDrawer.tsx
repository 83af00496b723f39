import { Drawer } from 'antd';

type Props = { project_id: string; onClose: () => void };

export function SkuDrawer({ onClose }: Props) {
  return <Drawer open title="商品识别" size={720} onClose={onClose} />;
}
