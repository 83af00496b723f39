import { AgentList } from './AgentList.tsx';
import { AgentPage } from './AgentPage.tsx';

export function SocialAgentPage() {
  return (
    <AgentPage title="社媒智能体">
      {(project_id) => (
        <AgentList
          key={project_id}
          project_id={project_id}
          kinds={['social']}
          title="社媒智能体"
          subtitle="交给它商品资料和素材，拿回一批写好标题和话题、互不重复的短视频。"
        />
      )}
    </AgentPage>
  );
}
