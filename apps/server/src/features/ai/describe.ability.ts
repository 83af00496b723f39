import { describeShot } from '@mixreel/ai';
import type { DescribeRequest } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import { builtIn, Bytes, defineAbility, type Engine, type Parts, Service } from './ability.ts';
import { clientEngine } from './client-engine.ts';
import { samplePicture } from './film/sample-picture.ts';
import { addressOf, paintersOf } from './image.ability.ts';
import { rawOf } from './raw-picture.ts';
import { packProblem } from './refusal.ts';

/** A picture, as JPEG, that is to be told in words. */
const Describe = z.object({ picture: Bytes });
type Describe = z.output<typeof Describe>;
const Described = z.object({ prompts: z.array(z.string().trim().min(1).max(4000)).min(1).max(8) });
type Described = z.output<typeof Described>;

const PACKS = ['vision-objects', 'vision-scenes', 'vision-faces', 'vision-persons', 'vision-text'] as const;
const PARTS = ['objects', 'scenes', 'faces', 'persons', 'text'] as const;
const LOOKED_SIDE = 1920;

/** Services that paint and can describe, too, need no entry of their own. */
const NoService = Service.extend({ kind: z.never('不用单独配置：能描述图片的 image 服务就会被用上') });

/** In which words a picture could be asked for. */
export const describe = defineAbility({
  ability: 'describe',
  name: '图片描述',
  input: Describe,
  output: Described,
  unit: { name: '次', price_per: 1, price_name: '次' },
  makes: null,
  service: NoService,
  engines: (parts: Parts, services): Engine<Describe, Described>[] => [
    ...paintersOf(services).flatMap(({ service, client, ...rest }) =>
      client.describe ? [clientEngine(service, { client: client.describe, toRequest, ...rest })] : [],
    ),
    builtInDescriber(parts),
  ],
  amountOf: () => 1,
  trial: {
    async input() {
      return { picture: (await samplePicture()).jpeg };
    },
    told: ({ prompts }) => `看到：${prompts[0]?.slice(0, 60) ?? ''}`,
  },
});

function toRequest({ picture }: Describe): DescribeRequest {
  return { picture: addressOf('image/jpeg', picture) };
}

/** What the models of this machine see, in a sentence. */
function builtInDescriber({ ai, shelf }: Parts): Engine<Describe, Described> {
  return {
    ...builtIn,
    problem: () => packProblem(() => PACKS.map((pack) => shelf.folderOf(pack))),
    async answer({ picture }, { signal }) {
      const sights = await ai.see([await rawOf(picture, LOOKED_SIDE)], { want: [...PARTS], signal });
      const { caption } = describeShot(sights, {});
      if (!caption) throw new AppError('invalid', '没有看出图里有什么，请自己写几句');
      return { output: { prompts: [caption] } };
    },
  };
}
