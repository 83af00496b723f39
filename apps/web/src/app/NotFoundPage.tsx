import { CompassOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';

export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <EmptyState is_page icon={<CompassOutlined />} title="没有这个页面" text="地址可能输错了，或者内容已经搬走。">
      <Button type="primary" onClick={() => navigate('/home')}>
        回到素材库
      </Button>
    </EmptyState>
  );
}
