import { setTimeout as delay } from 'node:timers/promises';
import { IMAGE_BYTES_MAX, type ReportConfig, report, start } from '@mixreel/contract';
import type { Config } from '#config.ts';
import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';
import { DOCS_POLICY, docsPage } from '#http/docs-page.ts';
import { sendMetrics } from '#http/metrics.ts';
import { openApi } from '#http/openapi.ts';
import { createPacked } from '#http/packed.ts';
import { implement } from '#http/route.ts';
import { perApp } from '#memory.ts';

/** Whoever probes wants to know now. */
const READY_MS = 1500;

export const startRoutes = implement(start, {
  async appConfig(_request, reply, { config: { app } }) {
    const { clientId, title, apiDomain } = app;
    return reply.header('cache-control', 'no-store').send({ clientId, title, apiDomain });
  },

  async projectConfig(_input, { config }) {
    return {
      channel: config.app.channel,
      flags: { workbench: config.workbenchUrl !== null },
      limits: { image_bytes: IMAGE_BYTES_MAX, upload_bytes: 4 * 1024 ** 3, page_size: 100 },
      providers: {},
      sign_in: { feishu: config.feishu !== null },
      report: config.report.isOn ? whereToReport(config) : null,
    };
  },

  async openapi(request, reply, app) {
    return describe(app).openapi(request, reply.type('application/json; charset=utf-8'));
  },

  async docs(request, reply, app) {
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8');
    return describe(app).docs(request, reply);
  },

  async healthz(_request, reply) {
    return reply.send({ status: 'ok' });
  },

  async readyz(_request, reply, { db }) {
    try {
      const late = delay(READY_MS, null, { ref: false }).then(() => Promise.reject(new Error('no answer')));
      await Promise.race([db.execute(sql`select 1`), late]);
      return reply.send({ status: 'ready' });
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  },

  metrics: sendMetrics,
});

function whereToReport({ app, report: { usageUrl, alarmUrl, metricsUrl, appKey, namespace } }: Config): ReportConfig {
  return {
    usage_url: usageUrl ?? report.web.path,
    app_key: appKey,
    alarm_url: alarmUrl ?? report.alarm.path,
    metrics_url: metricsUrl ?? '/monitor',
    service_name: app.clientId,
    namespace,
  };
}

/** Writing the whole contract down takes a fifth of a second, and any stranger can ask for it: it is done once. */
const describe = perApp(({ config }: Pick<App, 'config' | 'memory'>) => {
  const { title } = config.app;
  return {
    openapi: createPacked(async () => Buffer.from(JSON.stringify(await openApi(title)))),
    docs: createPacked(async () => Buffer.from(await docsPage(title))),
  };
});
