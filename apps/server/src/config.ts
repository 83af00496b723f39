import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { packsDir } from '@mixreel/ai';
import { z } from 'zod';
import type { Service } from '#features/ai/ability.ts';
import { readServices } from '#features/ai/services.ts';

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const Whole = z.string().regex(/^\d+$/, '应为整数').transform(Number);
const Url = z.url({ protocol: /^https?$/, error: '应为 http(s) 地址' });

/** `true` is one proxy: whoever wrote it meant the one in front, and not that anybody may say who they are. */
function readProxies(text: string, context: z.RefinementCtx): false | number | string[] {
  if (text === 'false' || text === '0') return false;
  if (text === 'true') return 1;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const proxies = text.split(',').map((part) => part.trim());
  if (!proxies.every(isNetwork)) {
    context.addIssue({ code: 'custom', message: '应为代理的个数，或它们的地址或网段，用逗号分隔' });
  }
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  );
}

/** Every setting of the product. The README's table lists the same names; a test compares the two. */
export const Environment = z.object({
  PORT: Whole.pipe(z.int().min(0).max(65535)).optional(),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: Url.optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: '应为 postgres:// 地址' }).optional(),
  DATABASE_CONNECTIONS: Whole.pipe(z.int().min(2).max(500)).default(20),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  WORKER_CORES: Whole.pipe(z.int().min(1).max(512)).optional(),
  S3_ENDPOINT: Url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().min(3).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: Flag.default(true),
  S3_PUBLIC_URL: Url.optional(),
  SPACE_QUOTA_GIB: Whole.pipe(z.int().min(1)).default(500),
  RENDER_CACHE_GIB: Whole.pipe(z.int().min(1)).default(50),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  APP_TITLE: z.string().min(1).max(50).default('混剪工场'),
  APP_CLIENT_ID: z.string().max(200).default('mixreel'),
  API_DOMAIN: z.string().max(500).default('/'),
  CHANNEL: z.string().max(100).default('web'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_PER_MINUTE: Whole.pipe(z.int().min(1)).default(6000),
  TRUST_PROXY: z.string().default('false').transform(readProxies),
  METRICS_TOKEN: z.string().min(8).optional(),
  ADMIN_LINK: Flag.default(false),
  DEMO_PROJECT: Flag.default(true),
  FEISHU_APP_ID: z.string().max(100).optional(),
  FEISHU_APP_SECRET: z.string().max(200).optional(),
  FEISHU_EDITION: z.enum(['feishu', 'lark']).default('feishu'),
  FEISHU_ACCOUNTS_URL: Url.optional(),
  FEISHU_OPEN_URL: Url.optional(),
  FEISHU_PASSPORT_URL: Url.optional(),
  FEISHU_TENANT_KEYS: z.string().max(2000).default(''),
  FEISHU_AUTO_PRIVILEGE: Flag.default(false),
  FEISHU_TIMEOUT_MS: Whole.pipe(z.int().min(100).max(60_000)).default(8000),
  WORKBENCH_URL: Url.optional(),
  BROWSER_REPORTS: Flag.default(true),
  USAGE_REPORT_URL: Url.optional(),
  ALARM_URL: Url.optional(),
  METRICS_URL: Url.optional(),
  REPORT_APP_KEY: z.string().min(1).max(100).default('mixreel-web'),
  REPORT_NAMESPACE: z.string().max(100).default('mixreel'),
  REPORT_KEEP_DAYS: Whole.pipe(z.int().min(1).max(3650)).default(90),
  AIGC_PRODUCER: z.string().trim().min(1).max(100).default('混剪工场'),
  PACKS_DIR: z.string().min(1).optional(),
  PACKS_REGISTRY: Url.optional(),
  PACKS_FETCH: Flag.default(true),
  AI_PROVIDERS: z.string().max(200_000).default('[]'),
  AUDIT_KEEP_DAYS: Whole.pipe(z.int().min(1).max(36_500)).default(400),
});

export type Config = {
  /** Null: a worker without probes. */
  port: number | null;
  host: string;
  publicUrl: string | null;
  dataDir: string;
  database: { url: string | null; connections: number };
  role: 'all' | 'api' | 'worker';
  workerCores: number;
  s3: S3Config | null;
  spaceQuotaBytes: number;
  /** How much of what was rendered is kept for the next video. */
  renderCacheBytes: number;
  ffmpegPath: string | null;
  ffprobePath: string | null;
  app: { title: string; clientId: string; apiDomain: string; channel: string };
  logLevel: z.output<typeof Environment>['LOG_LEVEL'];
  ratePerMinute: number;
  /** How many proxies stand in front, or which: only what they say of an address is believed. */
  trustProxy: false | number | string[];
  metricsToken: string | null;
  /** Print a sign-in link for the oldest administrator at start: the way back for one who is locked out. */
  adminLink: boolean;
  /** A fresh installation with its own database begins with an example project. */
  hasDemo: boolean;
  feishu: FeishuConfig | null;
  workbenchUrl: string | null;
  /** An address that is null: this server's own receivers. */
  report: {
    /** Whether browsers report at all. */
    isOn: boolean;
    usageUrl: string | null;
    alarmUrl: string | null;
    metricsUrl: string | null;
    appKey: string;
    namespace: string;
    keepDays: number;
  };
  auditKeepDays: number;
  /** Who stands in the hidden label of AI content: the organisation's code, or its name. */
  aigcProducer: string;
  /** Where weights and music are kept, where they come from (null: nowhere), and whether they come by themselves. */
  packs: { dir: string; registry: string | null; isFetched: boolean };
  /** Services for what models do, each checked by the ability that it is for. */
  providers: Service[];
};

export type FeishuConfig = {
  appId: string;
  appSecret: string;
  accountsUrl: string;
  openUrl: string;
  passportUrl: string;
  tokenUrl: string;
  /** Only people of these companies; empty: whoever Feishu lets use the app. */
  tenantKeys: string[];
  /** Whether someone new may work at once, or waits until an administrator opens access. */
  autoPrivilege: boolean;
  timeoutMs: number;
};

export type S3Config = {
  endpoint: string | null;
  region: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  forcePathStyle: boolean;
  publicUrl: string | null;
};

/** A setting that cannot be used; the message names it and says what it should be. */
export class ConfigError extends Error {}

/** Reads the settings, from the environment and from `--role` and `--port`, and refuses to go on with a bad one. */
export function readConfig(environment: Record<string, string | undefined>, args: string[] = []): Config {
  const given = Object.fromEntries(
    Object.entries({ ...environment, ...readArgs(args) }).filter(([, value]) => value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`设置 ${String(issue?.path[0])} 不正确：${issue?.message}`);
  }
  const env = parsed.data;
  return {
    port: env.PORT ?? (env.ROLE === 'worker' ? null : 8080),
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ? withoutSlash(env.PUBLIC_URL) : null,
    dataDir: resolve(env.DATA_DIR),
    database: { url: env.DATABASE_URL ?? null, connections: env.DATABASE_CONNECTIONS },
    role: env.ROLE,
    workerCores: env.WORKER_CORES ?? availableParallelism(),
    s3: readS3(env),
    spaceQuotaBytes: env.SPACE_QUOTA_GIB * 1024 ** 3,
    renderCacheBytes: env.RENDER_CACHE_GIB * 1024 ** 3,
    ffmpegPath: env.FFMPEG_PATH ?? null,
    ffprobePath: env.FFPROBE_PATH ?? null,
    app: { title: env.APP_TITLE, clientId: env.APP_CLIENT_ID, apiDomain: env.API_DOMAIN, channel: env.CHANNEL },
    logLevel: env.LOG_LEVEL,
    ratePerMinute: env.RATE_PER_MINUTE,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN ?? null,
    adminLink: env.ADMIN_LINK,
    hasDemo: env.DEMO_PROJECT,
    feishu: readFeishu(env),
    workbenchUrl: env.WORKBENCH_URL ?? null,
    report: {
      isOn: env.BROWSER_REPORTS,
      usageUrl: env.USAGE_REPORT_URL ?? null,
      alarmUrl: env.ALARM_URL ?? null,
      metricsUrl: env.METRICS_URL ? withoutSlash(env.METRICS_URL) : null,
      appKey: env.REPORT_APP_KEY,
      namespace: env.REPORT_NAMESPACE,
      keepDays: env.REPORT_KEEP_DAYS,
    },
    auditKeepDays: env.AUDIT_KEEP_DAYS,
    aigcProducer: env.AIGC_PRODUCER,
    packs: {
      dir: packsDir(given),
      // npm tells its own registry to what it starts, so that mirrors and closed networks work without a setting.
      registry: env.PACKS_REGISTRY ?? environment['npm_config_registry'] ?? null,
      isFetched: env.PACKS_FETCH,
    },
    providers: readProviders(env.AI_PROVIDERS),
  };
}

function readArgs(args: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let i = 0; i < args.length; i += 1) {
    const match = /^--(role|port)(?:=(.*))?$/.exec(args[i] ?? '');
    if (!match?.[1]) throw new ConfigError(`不认识的参数 ${args[i]}；可用 --role all|api|worker 和 --port 8080`);
    const value = match[2] ?? args[(i += 1)];
    if (value === undefined) throw new ConfigError(`参数 --${match[1]} 缺少取值`);
    found[match[1].toUpperCase()] = value;
  }
  return found;
}

function readProviders(text: string): Service[] {
  try {
    return readServices(text);
  } catch (error) {
    throw new ConfigError(`设置 AI_PROVIDERS 不正确：${(error as Error).message}`);
  }
}

function readS3(env: z.output<typeof Environment>): S3Config | null {
  if (!env.S3_BUCKET) {
    if (env.S3_ENDPOINT) throw new ConfigError('设置了 S3_ENDPOINT 但没有设置 S3_BUCKET');
    return null;
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId !== !secretAccessKey) {
    throw new ConfigError('S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY 要一起设置');
  }
  return {
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    publicUrl: env.S3_PUBLIC_URL ?? null,
  };
}

const FEISHU_HOSTS = { feishu: 'feishu.cn', lark: 'larksuite.com' };

function readFeishu(env: z.output<typeof Environment>): FeishuConfig | null {
  const { FEISHU_APP_ID: appId, FEISHU_APP_SECRET: appSecret, FEISHU_EDITION: edition } = env;
  if (!appId !== !appSecret) throw new ConfigError('FEISHU_APP_ID 和 FEISHU_APP_SECRET 要一起设置');
  if (!appId || !appSecret) return null;
  const host = FEISHU_HOSTS[edition];
  const accountsUrl = withoutSlash(env.FEISHU_ACCOUNTS_URL ?? `https://accounts.${host}`);
  const openUrl = withoutSlash(env.FEISHU_OPEN_URL ?? `https://open.${host}`);
  return {
    appId,
    appSecret,
    accountsUrl,
    openUrl,
    passportUrl: withoutSlash(env.FEISHU_PASSPORT_URL ?? `https://passport.${host}`),
    // The international edition has not got the current token address; it rejects codes there.
    tokenUrl: edition === 'lark' ? `${openUrl}/open-apis/authen/v2/oauth/token` : `${accountsUrl}/oauth/v3/token`,
    tenantKeys: env.FEISHU_TENANT_KEYS.split(',').flatMap((key) => key.trim() || []),
    autoPrivilege: env.FEISHU_AUTO_PRIVILEGE,
    timeoutMs: env.FEISHU_TIMEOUT_MS,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
