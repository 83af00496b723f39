import { z } from 'zod';
import { get, plain } from './endpoint.ts';
import { Nothing } from './wire.ts';

/** Fetched before anything else, with a random query value so that no cache answers. */
export const AppConfig = z.object({ clientId: z.string(), title: z.string(), apiDomain: z.string() });
export type AppConfig = z.infer<typeof AppConfig>;

/** Where the browser sends its reports: this server's own receivers unless others are configured. */
export const ReportConfig = z.object({
  /** Ends in `/web`. */
  usage_url: z.string(),
  app_key: z.string(),
  alarm_url: z.string(),
  /** `/set/value`, `/inc/error`, `/inc/fatal`, `/inc/info` and `/inc/req` are appended. */
  metrics_url: z.string(),
  service_name: z.string(),
  namespace: z.string(),
});
export type ReportConfig = z.infer<typeof ReportConfig>;

export const ProjectConfig = z.object({
  channel: z.string(),
  flags: z.record(z.string(), z.boolean()),
  limits: z.object({ image_bytes: z.int(), upload_bytes: z.int(), page_size: z.int() }),
  providers: z.record(z.string(), z.string()),
  /** Whether the login page offers Feishu; the local QR and the authorization code are always there. */
  sign_in: z.object({ feishu: z.boolean() }),
  /** Null where browsers are to report nothing. */
  report: ReportConfig.nullable(),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;

export const start = {
  appConfig: plain('GET', '/app.config.json', { summary: '应用配置' }),
  projectConfig: get('/api/project_config', {
    summary: '项目配置',
    details: '渠道、开关、限制、已配置的服务',
    input: Nothing,
    output: ProjectConfig,
    access: 'public',
  }),
  openapi: plain('GET', '/api/openapi.json', { summary: '接口文档（OpenAPI 3.1）' }),
  docs: plain('GET', '/api/docs', { summary: '接口文档页面' }),
  healthz: plain('GET', '/healthz', { summary: '进程存活' }),
  readyz: plain('GET', '/readyz', { summary: '可以接收请求' }),
  metrics: plain('GET', '/metrics', { summary: '运行指标（Prometheus 文本）' }),
};
