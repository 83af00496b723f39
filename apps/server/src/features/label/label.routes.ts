import { label as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { csvOf } from './csv.ts';
import { changeDuty, readDuty } from './duty.ts';
import { readLog, readLogLines } from './label-log.ts';

const HEAD = ['时间', '下载人', '下载人编号', '文件', '文件编号', '成片编号', '地址'];

export const labelRoutes = implement(calls, {
  async duty(_input, { db, space }) {
    return readDuty(db, space.space_id);
  },

  async updateDuty({ is_accepted }, { db, space, user }) {
    return changeDuty(db, { space_id: space.space_id, user_uid: user.user_uid, is_accepted });
  },

  async log({ page_index, page_size, created_from, created_to }, { db, space }) {
    return readLog(db, { space_id: space.space_id, created_from, created_to }, { page_index, page_size });
  },

  async logFile({ created_from, created_to }, { db, space }) {
    const lines = await readLogLines(db, { space_id: space.space_id, created_from, created_to });
    const rows = lines.map((line) => [
      line.created_at,
      line.user_name,
      line.user_uid,
      line.file_name,
      line.vlc_id,
      line.artwork_id,
      line.address,
    ]);
    const day = new Date().toISOString().slice(0, 10);
    return { file_name: `标识下载记录 ${day}.csv`, csv: csvOf([HEAD, ...rows]), line_count: lines.length };
  },
});
