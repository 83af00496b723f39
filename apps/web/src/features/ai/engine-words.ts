import type { Engine } from '@mixreel/contract';

type Trouble = NonNullable<Engine['trouble']>;

/** Where it runs, what it costs, how much it does at once. */
export function aboutEngine({ is_built_in, host, price, price_unit, at_once }: Engine): string {
  if (is_built_in) return '在本机运行，免费';
  if (host === null) return '自备模型，在本机运行，免费，一次一个';
  const cost = price > 0 ? `每${price_unit} ¥${price}` : '没有填写价格';
  return [host, cost, ...(at_once === null ? [] : [`同时 ${at_once} 个`])].join('，');
}

export function engineState({ is_ready, trouble }: Engine) {
  if (!is_ready) return { tone: 'warning', label: '不可用' } as const;
  if (trouble && trouble.rests_s > 0) return { tone: 'warning', label: '暂停中' } as const;
  return { tone: 'good', label: '可用' } as const;
}

/** What went wrong last, and for how long others are asked instead. */
export function troubleText({ at, message, rests_s }: Trouble): string {
  const when = new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });
  return `${when} ${message}${rests_s > 0 ? `；${rests_s} 秒内先用其他引擎` : ''}`;
}
