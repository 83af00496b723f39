import { Alarm, CODE_OK, CountReport, RequestReport, UsageReport, ValueReport, report } from '@mixreel/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { checkInput } from '#http/input.ts';
import { type PlainHandler, implement } from '#http/route.ts';
import { readApiTimings, readMonitor, readScriptErrors, readSlowPages, readVisits } from './figures.queries.ts';
import { type MonitorRow, insertMonitor, insertUsage } from './report.queries.ts';

export const reportRoutes = implement(report, {
  web: usage('web'),
  h5: usage('h5'),

  alarm: monitor(Alarm, ({ title, message, tag, level, service_name, env, namespace, source, host_name }) => ({
    kind: 'alarm',
    service_name,
    key: title,
    instance: host_name,
    data: { message, tag, level, env, namespace, source },
  })),
  setValue: monitor(ValueReport, ({ service_name, key, value, labels, instance }) => ({
    kind: 'value',
    service_name,
    key,
    amount: value,
    instance,
    data: labels,
  })),
  incError: count('error'),
  incFatal: count('fatal'),
  incInfo: count('info'),
  incReq: monitor(RequestReport, ({ service_name, client, interface: name, code, cost_time, instance }) => ({
    kind: 'req',
    service_name,
    key: `${client} ${name}`,
    amount: cost_time,
    is_error: Number(code) !== CODE_OK,
    instance,
    data: { code },
  })),

  async visits(window, { db }) {
    return readVisits(db, window);
  },

  async apiTimings(window, { db }) {
    return readApiTimings(db, window);
  },

  async scriptErrors(window, { db }) {
    return readScriptErrors(db, window);
  },

  async slowPages(window, { db }) {
    return readSlowPages(db, window);
  },

  async monitor(window, { db }) {
    return readMonitor(db, window);
  },
});

function usage(kind: 'web' | 'h5'): PlainHandler {
  return async (request, reply, { db }) => {
    await insertUsage(db, kind, checkInput(UsageReport, request.body));
    return thank(reply);
  };
}

function count(kind: 'error' | 'fatal' | 'info'): PlainHandler {
  return monitor(CountReport, ({ service_name, key, labels, instance }) => ({
    kind,
    service_name,
    key,
    is_error: kind !== 'info',
    instance,
    data: labels,
  }));
}

function monitor<S extends z.ZodObject>(schema: S, toRow: (input: z.output<S>) => MonitorRow): PlainHandler {
  return async (request, reply, { db }) => {
    await insertMonitor(db, toRow(checkInput(schema, request.body)));
    return thank(reply);
  };
}

function thank(reply: FastifyReply): FastifyReply {
  return reply.send({ code: CODE_OK, message: '', data: null });
}
