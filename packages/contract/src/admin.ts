import { z } from 'zod';
import { SignInLink, UserInfo, WebAddress } from './auth.ts';
import { ROLES, get, post } from './endpoint.ts';
import { Banner } from './home.ts';
import { PageLink } from './site-address.ts';
import { Done, Id, Name, Nothing, PageInput, Time, page } from './wire.ts';

const Keyword = z.string().trim().max(100).optional();
const TeamRole = z.enum(ROLES);
const ShortName = Name.max(50, '最多 50 个字');

/** A user as administrators see them. */
export const Person = UserInfo.extend({
  created_at: Time,
  last_login_at: Time.nullable(),
  has_feishu: z.boolean(),
  teams: z.array(z.object({ team_id: Id, team_name: z.string(), role: TeamRole })),
});
export type Person = z.infer<typeof Person>;

export const FeishuAccount = z.object({
  union_id: z.string().nullable(),
  open_id: z.string(),
  tenant_key: z.string(),
  user_uid: Id,
  name: z.string(),
  en_name: z.string().nullable(),
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  /** All but the first three and the last four figures hidden. */
  mobile: z.string().nullable(),
  employee_no: z.string().nullable(),
  created_at: Time,
  last_login_at: Time,
});
export type FeishuAccount = z.infer<typeof FeishuAccount>;

export const Group = z.object({ group_id: Id, group_name: z.string(), team_count: z.int(), created_at: Time });
export type Group = z.infer<typeof Group>;

export const Team = z.object({
  team_id: Id,
  team_name: z.string(),
  group_id: Id.nullable(),
  group_name: z.string().nullable(),
  member_count: z.int(),
  project_count: z.int(),
  used_bytes: z.int(),
  quota_bytes: z.int(),
  created_at: Time,
});
export type Team = z.infer<typeof Team>;

/** With what the history of its documents takes: the quota does not pay for that. */
export const ListedTeam = Team.extend({ history_bytes: z.int() });
export type ListedTeam = z.infer<typeof ListedTeam>;

export const TeamMember = z.object({
  user_uid: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  status: UserInfo.shape.status,
  role: TeamRole,
  joined_at: Time,
});
export type TeamMember = z.infer<typeof TeamMember>;

export const INVITATION_STATUSES = ['active', 'used_up', 'expired', 'revoked'] as const;

/** A link that makes users. The code in it is told once, when it is made. */
export const Invitation = z.object({
  invitation_id: Id,
  note: z.string(),
  role: UserInfo.shape.role,
  user_privilege: z.boolean(),
  team_id: Id.nullable(),
  team_name: z.string().nullable(),
  team_role: TeamRole,
  project_name: z.string().nullable(),
  max_uses: z.int(),
  used_count: z.int(),
  status: z.enum(INVITATION_STATUSES),
  created_by_name: z.string(),
  created_at: Time,
  expires_at: Time,
});
export type Invitation = z.infer<typeof Invitation>;

/** Who did what: one for every call that changed something, and for every sign-in. */
export const AuditEntry = z.object({
  audit_id: Id,
  at: Time,
  user_uid: Id,
  user_name: z.string(),
  /** The path of the call. */
  action: z.string(),
  /** What the call does, in Chinese. */
  summary: z.string(),
  /** The input, shortened and without secrets. */
  input: z.record(z.string(), z.unknown()),
  address: z.string(),
  user_agent: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const OneGroup = z.object({ group_id: Id });
const OneTeam = z.object({ team_id: Id });
const OneMember = z.object({ team_id: Id, user_uid: Id });
const OneBanner = z.object({ banner_id: Id });
const BannerFields = z.object({
  title: Name,
  image_url: PageLink.nullable().default(null),
  link: PageLink.nullable().default(null),
  audience: z.enum(['all', 'admin']).default('all'),
  start_at: Time.nullable().default(null),
  end_at: Time.nullable().default(null),
  sort: z.int().min(0).max(10_000).default(0),
  closable: z.boolean().default(true),
});

export const admin = {
  users: get('/api/users/list', {
    summary: '用户列表',
    input: PageInput.extend({
      keyword: Keyword,
      status: UserInfo.shape.status.optional(),
      role: UserInfo.shape.role.optional(),
      user_privilege: z.boolean().optional(),
      team_id: Id.optional(),
    }),
    output: page(Person),
    access: 'admin',
  }),
  updateUser: post('/api/users/user/status/update', {
    summary: '修改用户',
    details: '启用或停用、开通或关闭权限、改变角色；停用后其登录立即全部失效',
    input: z.object({
      user_uid: Id,
      status: UserInfo.shape.status.optional(),
      user_privilege: z.boolean().optional(),
      role: UserInfo.shape.role.optional(),
    }),
    output: Person,
    access: 'admin',
  }),
  issueSignInCode: post('/api/admin/user/sign_in_code', {
    summary: '生成用户的登录链接',
    details: '供换设备或丢失登录的人使用；24 小时内有效，只能用一次',
    input: z.object({ user_uid: Id, origin: WebAddress.optional() }),
    output: SignInLink,
    access: 'admin',
    secret: true,
  }),
  feishuAccounts: get('/api/users/feishu-account/list', {
    summary: '登录过的飞书账号',
    input: PageInput.extend({ keyword: Keyword }),
    output: page(FeishuAccount),
    access: 'admin',
  }),

  groups: get('/api/admin/group/list', { summary: '部门', input: Nothing, output: z.array(Group), access: 'admin' }),
  addGroup: post('/api/admin/group/add', {
    summary: '新建部门',
    input: z.object({ group_name: ShortName }),
    output: Group,
    access: 'admin',
  }),
  updateGroup: post('/api/admin/group/update', {
    summary: '重命名部门',
    input: OneGroup.extend({ group_name: ShortName }),
    output: Group,
    access: 'admin',
  }),
  deleteGroup: post('/api/admin/group/delete', {
    summary: '删除部门',
    details: '部门里没有团队时才能删除',
    input: OneGroup,
    output: Done,
    access: 'admin',
  }),

  teams: get('/api/admin/team/list', {
    summary: '团队',
    input: PageInput.extend({ keyword: Keyword, group_id: Id.optional() }),
    output: page(ListedTeam),
    access: 'admin',
  }),
  addTeam: post('/api/admin/team/add', {
    summary: '新建团队',
    details: 'owner_uid 成为所有者，不填则是自己',
    input: z.object({ team_name: ShortName, group_id: Id.nullable().default(null), owner_uid: Id.optional() }),
    output: Team,
    access: 'admin',
  }),
  updateTeam: post('/api/admin/team/update', {
    summary: '修改团队',
    details: '名字、部门、容量',
    input: OneTeam.extend({
      team_name: ShortName.optional(),
      group_id: Id.nullable().optional(),
      quota_bytes: z
        .int()
        .min(1024 ** 3, '至少 1 GiB')
        .max(1024 ** 5)
        .optional(),
    }),
    output: Team,
    access: 'admin',
  }),
  deleteTeam: post('/api/admin/team/delete', {
    summary: '删除团队',
    details: '没有项目、素材、文件和进行中的任务时才能删除；成员回到个人空间',
    input: OneTeam,
    output: Done,
    access: 'admin',
  }),
  members: get('/api/admin/team/member/list', {
    summary: '团队成员',
    input: OneTeam,
    output: z.array(TeamMember),
    access: 'admin',
  }),
  saveMember: post('/api/admin/team/member/save', {
    summary: '保存成员',
    details: '添加成员，或改变成员的角色',
    input: OneMember.extend({ role: TeamRole }),
    output: TeamMember,
    access: 'admin',
  }),
  deleteMember: post('/api/admin/team/member/delete', {
    summary: '移出成员',
    details: '正在这个团队里的登录回到个人空间',
    input: OneMember,
    output: Done,
    access: 'admin',
  }),

  invitations: get('/api/admin/invitation/list', {
    summary: '邀请列表',
    details: '最近的在前',
    input: PageInput,
    output: page(Invitation),
    access: 'admin',
  }),
  addInvitation: post('/api/admin/invitation/add', {
    summary: '生成邀请链接',
    details: '授权码只在这里显示一次',
    input: z.object({
      note: z.string().trim().max(100).default(''),
      role: UserInfo.shape.role.default('member'),
      user_privilege: z.boolean().default(true),
      team_id: Id.nullable().default(null),
      team_role: TeamRole.default('editor'),
      valid_hours: z
        .int()
        .min(1)
        .max(24 * 90)
        .default(72),
      max_uses: z.int().min(1).max(500).default(1),
      origin: WebAddress.optional(),
    }),
    /** `path` is of this site: `/login?code=…`. */
    output: z.object({ invitation: Invitation, path: z.string(), ...SignInLink.pick({ code: true, url: true }).shape }),
    access: 'admin',
    secret: true,
  }),
  revokeInvitation: post('/api/admin/invitation/revoke', {
    summary: '作废邀请',
    input: z.object({ invitation_id: Id }),
    output: Invitation,
    access: 'admin',
  }),

  banners: get('/api/admin/banner/list', {
    summary: '全部公告',
    details: '含未到期与已过期的',
    input: Nothing,
    output: z.array(Banner),
    access: 'admin',
  }),
  addBanner: post('/api/admin/banner/add', {
    summary: '新建公告',
    input: BannerFields,
    output: Banner,
    access: 'admin',
  }),
  updateBanner: post('/api/admin/banner/update', {
    summary: '修改公告',
    input: BannerFields.extend({ banner_id: Id }),
    output: Banner,
    access: 'admin',
  }),
  deleteBanner: post('/api/admin/banner/delete', {
    summary: '删除公告',
    input: OneBanner,
    output: Done,
    access: 'admin',
  }),

  audit: get('/api/admin/audit/list', {
    summary: '操作记录',
    details: '最近的在前',
    input: PageInput.extend({
      user_uid: Id.optional(),
      action: z.string().max(200).optional(),
      keyword: Keyword,
      from: Time.optional(),
      to: Time.optional(),
    }),
    output: page(AuditEntry),
    access: 'admin',
  }),
};
