import { file } from '@mixreel/contract';
import { readHistorySizes } from '#features/document/history-size.ts';
import { implement } from '#http/route.ts';
import { signFileLink } from './file-link.ts';
import { readQuota, requireFile } from './file.queries.ts';
import { serveFile } from './serve-file.ts';

const JUMP_SECONDS = 600;

export const fileRoutes = implement(file, {
  async verifyUser(_input, { db, space }) {
    return { allowed: true, ...(await readQuota(db, space.space_id)) };
  },

  async storage(_input, context) {
    const { space_id } = context.space;
    const { used_bytes, quota_bytes } = await readQuota(context.db, space_id);
    const sizes = await readHistorySizes(context, [space_id]);
    return { used_bytes, quota_bytes, history_bytes: sizes.get(space_id) ?? 0 };
  },

  async jumpLink({ vlc_id }, { db, secret, space }) {
    const found = await requireFile(db, space.space_id, vlc_id);
    return signFileLink({ secret }, found, { seconds: JUMP_SECONDS });
  },

  content: serveFile,
});
