import type { AppConfig, ProjectConfig } from '@mixreel/contract';
import { create } from 'zustand';

/** What the two configurations said at start. Nothing is shown before both are here. */
type Configuration = AppConfig & { project: ProjectConfig | null };

export const useConfig = create<Configuration>(() => ({
  clientId: '',
  title: '混剪工场',
  apiDomain: '/',
  project: null,
}));

/** Where a path of the server is, given that the API may live on another domain. */
export function addressOf(path: string): string {
  return `${useConfig.getState().apiDomain.replace(/\/$/, '')}${path}`;
}
