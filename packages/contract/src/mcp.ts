import { plain } from './endpoint.ts';

export const mcp = {
  serve: plain('ALL', '/mcp', { summary: '给其他智能体的接口（MCP）', access: 'privileged', per_minute: 600 }),
};
