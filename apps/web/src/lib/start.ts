import { type AppConfig, ERRORS, start } from '@mixreel/contract';
import { useConfig } from './app-config.ts';
import { call } from './call.ts';
import { randomId } from './random.ts';

/** Why the product did not start: the step, as a person would name it, and what went wrong there. */
export class StartError extends Error {
  readonly step: string;

  constructor(step: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StartError';
    this.step = step;
  }
}

/** App configuration, then project configuration. Whoever starts the app goes on with the analytics. */
export async function readConfiguration(): Promise<void> {
  const app = await inStep('应用配置', readAppConfig);
  useConfig.setState(app);
  const project = await inStep('项目配置', () => call('start.projectConfig', {}, { is_quiet: true }));
  useConfig.setState({ project });
}

async function readAppConfig(): Promise<AppConfig> {
  // The random value keeps every cache on the way from answering.
  const response = await fetch(`${start.appConfig.path}?t=${randomId(8)}`, { cache: 'no-store' }).catch(() => {
    throw new Error('网络连接不上，请检查网络后重试');
  });
  if (!response.ok) throw new Error(ERRORS.internal.message);
  const { clientId = '', title = '', apiDomain = '/' } = (await response.json()) as Partial<AppConfig>;
  return { clientId, title, apiDomain };
}

async function inStep<T>(step: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StartError(step, error);
  }
}
