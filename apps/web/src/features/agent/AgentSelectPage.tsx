import { AgentList } from './AgentList.tsx';
import { AgentPage } from './AgentPage.tsx';

export function AgentSelectPage() {
  return (
    <AgentPage title="广告智能体">
      {(project_id) => (
        <AgentList
          key={project_id}
          project_id={project_id}
          kinds={['ad', 'enhanced']}
          title="广告智能体"
          subtitle="选一种开始：广告智能体按卖点批量出片；增强智能体连每一格都能自己定。"
        />
      )}
    </AgentPage>
  );
}
