import { ScissorOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { WORDS } from '#features/mix/mix-words.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { EditorLoader } from './EditorLoader.tsx';

/** One mix in the editor: `mproject_id` of the address says which. */
export function VideoProductionPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mproject_id = params.get('mproject_id');
  if (mproject_id) return <EditorLoader key={mproject_id} mproject_id={mproject_id} />;
  return (
    <EmptyState is_page icon={<ScissorOutlined />} title={WORDS.none_chosen_title} text={WORDS.none_chosen_text}>
      <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
        看{WORDS.back}
      </Button>
    </EmptyState>
  );
}
