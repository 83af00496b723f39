import { z } from 'zod';
import { abilities } from './abilities.ts';
import type { Service } from './ability.ts';

const SERVICES_MAX = 50;

/** Reads the configured services and checks each by the ability that it is for. Throws with what is wrong, in Chinese. */
export function readServices(text: string): Service[] {
  const entries = z
    .array(z.looseObject({ ability: z.string() }))
    .max(SERVICES_MAX)
    .safeParse(valueOf(text));
  if (!entries.success) throw new Error(firstIssue(entries.error));
  const services = entries.data.map((entry, n) => {
    const ability = abilities.find((one) => one.ability === entry.ability);
    if (!ability) {
      throw new Error(`${n}.ability 应为 ${abilities.map((one) => one.ability).join('、')} 之一`);
    }
    const parsed = ability.service.safeParse(entry);
    if (!parsed.success) throw new Error(firstIssue(parsed.error, n));
    return parsed.data;
  });
  const names = services.map(({ ability, engine }) => `${ability} ${engine}`);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice) throw new Error(`${twice} 出现了两次`);
  return services;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('应为 JSON 数组');
  }
}

/** Where it is and what it should be; never what was given, which may be a key. */
function firstIssue({ issues: [issue] }: z.ZodError, ...before: number[]): string {
  return `${[...before, ...(issue?.path ?? [])].join('.')} ${issue?.message}`;
}
