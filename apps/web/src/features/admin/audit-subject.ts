import { TEAM_ROLES, USER_ROLES, USER_STATUSES } from './admin-words.ts';

/** Fields that name what was changed, in the order in which they say most. */
const NAMES = ['project_name', 'team_name', 'group_name', 'title', 'name', 'note'];
const WORDS: Record<string, string> = { ...TEAM_ROLES, ...USER_ROLES, ...USER_STATUSES };

/** What an action was about, as far as its input says so in words: a name, and what it became. */
export function subjectOf(input: Record<string, unknown>): string {
  const name = NAMES.map((key) => input[key]).find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const states = [input['status'], input['role']].flatMap((value) => WORDS[String(value)] ?? []);
  const privilege = typeof input['user_privilege'] === 'boolean' && !name;
  const parts = [
    ...(name ? [`「${name}」`] : []),
    ...states,
    ...(privilege ? [input['user_privilege'] ? '开通权限' : '关闭权限'] : []),
  ];
  return parts.join(' ');
}
