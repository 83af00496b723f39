import { admin } from '@mixreel/contract';
import { signInLink } from '#features/auth/reachable-origin.ts';
import { newTypedCode, storeCode } from '#features/auth/sign-in-code.ts';
import { readHistorySizes } from '#features/document/history-size.ts';
import { implement } from '#http/route.ts';
import { readAudit } from './audit.queries.ts';
import { insertBanner, readBanners, removeBanner, updateBanner } from './banner.queries.ts';
import { insertInvitation, readInvitations, revokeInvitation } from './invitation.queries.ts';
import {
  insertTeam,
  readGroups,
  readMembers,
  readTeams,
  removeGroup,
  removeMember,
  removeTeam,
  requireTeam,
  saveGroup,
  saveMember,
  updateTeam,
} from './team.queries.ts';
import { readFeishuAccounts, readPeople, requirePerson, updatePerson } from './user.queries.ts';

const SIGN_IN_CODE_MS = 24 * 3600_000;

export const adminRoutes = implement(admin, {
  async users({ page_index, page_size, ...filter }, { db }) {
    return readPeople(db, filter, { page_index, page_size });
  },

  async updateUser(change, context) {
    return updatePerson(context, { ...change, by: context.user.user_uid });
  },

  async issueSignInCode({ user_uid, origin }, { db, config }) {
    await requirePerson(db, user_uid);
    const made = await storeCode(db, newTypedCode(), { kind: 'reset', user_uid, valid_ms: SIGN_IN_CODE_MS });
    return { ...made, url: signInLink(made.code, origin, config) };
  },

  async feishuAccounts({ keyword, ...page }, { db }) {
    return readFeishuAccounts(db, keyword, page);
  },

  async groups(_input, { db }) {
    return readGroups(db);
  },

  async addGroup({ group_name }, { db }) {
    return saveGroup(db, null, group_name);
  },

  async updateGroup({ group_id, group_name }, { db }) {
    return saveGroup(db, group_id, group_name);
  },

  async deleteGroup({ group_id }, { db }) {
    await removeGroup(db, group_id);
    return {};
  },

  async teams({ keyword, group_id, ...page }, context) {
    const { items, page_info } = await readTeams(context.db, { keyword, group_id }, page);
    const sizes = await readHistorySizes(
      context,
      items.map(({ team_id }) => team_id),
    );
    return { items: items.map((team) => ({ ...team, history_bytes: sizes.get(team.team_id) ?? 0 })), page_info };
  },

  async addTeam({ team_name, group_id, owner_uid }, { db, config, user }) {
    const quota_bytes = config.spaceQuotaBytes;
    return insertTeam(db, { team_name, group_id, owner_uid: owner_uid ?? user.user_uid, quota_bytes });
  },

  async updateTeam({ team_id, ...change }, { db }) {
    return updateTeam(db, team_id, change);
  },

  async deleteTeam({ team_id }, context) {
    await removeTeam(context, team_id);
    return {};
  },

  async members({ team_id }, { db }) {
    await requireTeam(db, team_id);
    return readMembers(db, team_id);
  },

  async saveMember(member, context) {
    return saveMember(context, member);
  },

  async deleteMember(member, context) {
    await removeMember(context, member);
    return {};
  },

  async invitations(page, { db }) {
    return readInvitations(db, page);
  },

  async addInvitation({ origin, ...input }, { db, config, user }) {
    const made = await insertInvitation(db, { ...input, created_by: user.user_uid });
    return { ...made, url: signInLink(made.code, origin, config) };
  },

  async revokeInvitation({ invitation_id }, { db }) {
    return revokeInvitation(db, invitation_id);
  },

  async banners(_input, { db }) {
    return readBanners(db);
  },

  async addBanner(fields, { db }) {
    return insertBanner(db, fields);
  },

  async updateBanner(banner, { db }) {
    return updateBanner(db, banner);
  },

  async deleteBanner({ banner_id }, { db }) {
    await removeBanner(db, banner_id);
    return {};
  },

  async audit({ page_index, page_size, user_uid, action, keyword, from, to }, { db }) {
    return readAudit(db, { user_uid, action, keyword, from, to }, { page_index, page_size });
  },
});
