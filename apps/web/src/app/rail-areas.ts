import {
  AudioOutlined,
  ExperimentOutlined,
  FolderOutlined,
  LayoutOutlined,
  RobotOutlined,
  ScissorOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';

/** Where agents are: the one area that may wait for somebody. */
export const AGENTS = '/socialAgent';

/** The areas of the rail, in the order of the work. `under` are the paths that belong to each. */
export const AREAS = [
  { label: '素材库', to: '/home/material', under: ['/home/material'], icon: FolderOutlined },
  { label: '故事板', to: '/storyBoard', under: ['/storyBoard'], icon: LayoutOutlined },
  { label: '混剪', to: '/studio/workspace', under: ['/studio'], icon: ScissorOutlined },
  { label: '音频工坊', to: '/audioStudio', under: ['/audioStudio'], icon: AudioOutlined },
  { label: 'AI 生成', to: '/videoGenerate', under: ['/videoGenerate'], icon: VideoCameraOutlined },
  { label: 'AI 能力', to: '/aiCapabilities/textMarkRefiner', under: ['/aiCapabilities'], icon: ExperimentOutlined },
  {
    label: '智能体',
    to: AGENTS,
    under: ['/socialAgent', '/agentSelect', '/agentConfig', '/agentDetail'],
    icon: RobotOutlined,
  },
];
