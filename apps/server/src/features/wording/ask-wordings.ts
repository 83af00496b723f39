import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import type { App } from '#context.ts';
import type { Asker } from '#features/ai/ability.ts';
import { canWrite, write } from '#features/ai/write.ts';
import { type Asked, chooseWordings, FEW_WORDINGS, type Proposed, proposeWordings } from './propose.ts';

const WANTED = 10;

const Answer = z.object({
  wordings: z.array(z.string().min(1).max(200)).min(1).max(20).describe('改写后的台词，每条一句，不带编号和引号'),
});

/**
 * Other ways to say a line: by a service where there is one, by rules where there is none or it fails. Whoever writes,
 * names and numbers stay, it is said in the same time, and those are kept that are least alike.
 */
export async function askWordings(app: App, asker: Asker, line: string, known: Asked): Promise<Proposed> {
  if (line.trim() === '' || canWrite(app) !== null) return proposeWordings(line, known);
  try {
    const { value, note } = await write(app, asker, { messages: messagesFor(line, known), answer: Answer });
    const written = chooseWordings(value.wordings, line, known);
    return fillUp(written, note ?? '', line, known);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { wordings, note } = proposeWordings(line, known);
    return { wordings, note: wordings.length === 0 ? note : `${error.message}下面是内置的说法。` };
  }
}

function messagesFor(line: string, { names, others }: Asked) {
  const kept = names.filter((name) => name !== '');
  return [
    {
      role: 'system' as const,
      content:
        '你给短视频写口播台词。把给出的一句话换几种说法：意思、商品名、数字、单位和优惠一个都不能变，也不能多许诺什么；' +
        '念完的时间和原句差不多，字数不超过原句的 1.15 倍；口语、顺口，不用绝对化用语；各条之间、和已有的说法之间尽量不用同样的词。',
    },
    {
      role: 'user' as const,
      content: [
        `原句：${line}`,
        ...(kept.length > 0 ? [`不能改的名称：${kept.join('、')}`] : []),
        ...(others.length > 0 ? [`已有的说法：\n${others.join('\n')}`] : []),
        `请写 ${WANTED} 种。`,
      ].join('\n'),
    },
  ];
}

/** What is short of three is made up by rules. */
function fillUp(written: Proposed['wordings'], note: string, line: string, known: Asked): Proposed {
  if (written.length >= FEW_WORDINGS) return { wordings: written, note };
  const texts = written.map(({ text }) => text);
  const more = proposeWordings(line, { ...known, others: [...known.others, ...texts] });
  const wordings = [...written, ...more.wordings.map((one) => ({ ...one, near: null }))];
  return { wordings, note: note || (wordings.length === 0 ? more.note : '') };
}
