import type { Tone } from '@mixreel/contract';
import { quantitiesIn } from '@mixreel/contract/fact';
import { LINES } from './lines.ts';

/** How one begins to say something in a tone, whatever it is. None of them claims anything. */
const LEADS: Record<Tone, { said: string[]; asked: string[] }> = {
  plain: { said: ['你看，', '简单说，', '是这样，', '说一下，'], asked: ['说真的，', '想问一句，'] },
  lively: { said: ['看过来，', '听好啦，', '注意了，', '划重点，'], asked: ['等一下，', '谁懂啊，'] },
  warm: { said: ['想告诉你，', '慢慢听，', '其实啊，', '跟你说说，'], asked: ['想问问你，', '你是不是也想过，'] },
  expert: {
    said: ['具体来说，', '先讲清楚，', '需要说明的是，', '从这一点看，'],
    asked: ['先看一个问题，', '很多人会问，'],
  },
};
/** Of a price or an offer that stands for itself, as the tone speaks of those. */
const OFFER = /减|送|赠|半价|折|券|优惠|返/u;
const FIRST = Object.values(LEADS).flatMap(({ said, asked }) => [...said, ...asked]);
const ENDS: Record<Tone, string> = { plain: '。', lively: '！', warm: '。', expert: '。' };

/**
 * A sentence of somebody's own in a tone: what it says stays word for word, how it begins and ends is the tone's. The last
 * changes its end alone, for where there is no time for more.
 */
export function inTone(line: string, tone: Tone): string[] {
  const said = FIRST.reduce((text, lead) => (text.startsWith(lead) ? text.slice(lead.length) : text), line.trim());
  const isAsked = /[？?]$/u.test(said);
  const bare = said.replace(/[。！!，,；;\s]+$/u, '');
  if (bare === '') return [];
  const end = isAsked ? '' : ENDS[tone];
  const leads = isAsked ? LEADS[tone].asked : LEADS[tone].said;
  return [...offersOf(bare, tone, isAsked), ...leads.map((lead) => `${lead}${bare}${end}`), `${bare}${end}`];
}

function offersOf(line: string, tone: Tone, isAsked: boolean): string[] {
  const isMoney = quantitiesIn(line).some(({ unit }) => unit === '元');
  if (isAsked || !isMoney || /价|钱|多少/u.test(line)) return [];
  const { price, promotion } = LINES;
  const ways = OFFER.test(line) ? promotion[tone] : price[tone];
  // Only those that begin with words of their own: the sentence then stands behind them as it is.
  return ways.flatMap((way) => (/\{(?:price|promo)\}[。！]$/u.test(way) ? way.replace(/\{\w+\}/u, line) : []));
}
