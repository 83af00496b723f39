import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { TABOO_KEYS } from './taboo-rule.ts';
import { Id, InSpace, Time } from './wire.ts';

/** A word that the rules forbid and a space uses all the same: whoever allowed it answers for it. */
export const TabooException = z.object({
  exception_id: Id,
  word: z.string(),
  /** Why it may be said here: the proof there is, the name that it is part of. */
  note: z.string(),
  allowed_by_name: z.string(),
  created_at: Time,
});
export type TabooException = z.infer<typeof TabooException>;

export const TABOO_EXCEPTIONS_MAX = 500;
/** Of one text. Nobody looks through more; what stands instead is said of all of them. */
export const TABOO_FOUND_MAX = 500;

export const taboo = {
  check: query('/api/taboo/check', {
    summary: '检查违禁词',
    details: `广告法、行业规定和平台规则；每处说明依据、位置和可以怎么改，本空间允许的词不报；每段最多列 ${TABOO_FOUND_MAX} 处，改写照样改好全部`,
    input: InSpace.extend({ texts: z.array(z.string().max(10_000)).min(1).max(500) }),
    output: z.object({
      found: z.array(
        z.array(
          z.object({
            word: z.string(),
            category: z.enum(TABOO_KEYS),
            reason: z.string(),
            suggestion: z.string(),
            start: z.int(),
            end: z.int(),
            to: z.string(),
          }),
        ),
      ),
      /** Each text with everything put right. */
      rewritten: z.array(z.string()),
    }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  exceptions: get('/api/taboo/exceptions', {
    summary: '允许使用的词',
    details: '本空间允许的违禁词，谁在什么时候允许的',
    input: InSpace,
    output: z.array(TabooException),
    space: { by: 'team_id', role: 'viewer' },
  }),
  allow: post('/api/taboo/allow', {
    summary: '允许使用一个词',
    details: '只有空间所有者；按读法记，繁体、空格等写法不同也算同一个词',
    input: InSpace.extend({
      word: z.string().trim().min(1, '请填写要允许的词').max(100, '最多 100 个字'),
      note: z.string().trim().max(200, '最多 200 个字').default(''),
    }),
    output: TabooException,
    space: { by: 'team_id', role: 'owner' },
  }),
  disallow: post('/api/taboo/disallow', {
    summary: '不再允许一个词',
    input: InSpace.extend({ exception_id: Id }),
    output: z.array(TabooException),
    space: { by: 'team_id', role: 'owner' },
  }),
};
