import { type MaterialSubType, cleanFileName, kindOf, pageLinkProblem } from '@mixreel/contract';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import type { ImportJob } from './import-link.jobs.ts';
import { urlName } from './open-link.ts';
import { insertRecord } from './start-upload.ts';
import type { RecordRow } from './upload.queries.ts';
import { upload_record } from './upload.tables.ts';

type NewImport = {
  space_id: string;
  project_id: string;
  user_uid: string;
  dir_id: string | null;
  urls: string[];
  material_sub_type: MaterialSubType | null;
};

/** A record and a task for each link. One that is no link ends at once, and the others go on. */
export async function importLinks(app: App, job: ImportJob, { urls, ...given }: NewImport): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (const url of new Set(urls)) rows.push(await importOne(app, job, url, given));
  return rows;
}

async function importOne(app: App, job: ImportJob, url: string, given: Omit<NewImport, 'urls'>): Promise<RecordRow> {
  const { space_id, project_id, user_uid } = given;
  const file_name = cleanFileName(urlName(url));
  // Until its bytes tell.
  const material_type = kindOf(file_name) ?? 'video';
  const record = { ...given, file_name, relative_path: '', bytes: 0, material_type, same_name: 'keep_both' } as const;
  const problem = problemOf(url);
  if (problem) return insertRecord(app, record, { status: 'failed', message: problem, source_url: url });
  return app.db.transaction(async (tx) => {
    const { record_uuid } = await insertRecord({ db: tx }, record, { source_url: url });
    const input = { record_uuid, url };
    const task = { space_id, project_id, user_uid, title: `导入 ${file_name}`, input };
    const task_id = await app.queue.add(job, task, tx);
    const [row] = await tx
      .update(upload_record)
      .set({ task_id })
      .where(eq(upload_record.record_uuid, record_uuid))
      .returning();
    if (!row) throw new Error('The record was not updated');
    return row;
  });
}

function problemOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed) return '链接不完整，请从 http:// 或 https:// 开始复制';
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return '只支持 http(s) 链接';
  if (parsed.username || parsed.password) return '链接里不能带用户名和密码';
  return pageLinkProblem(url);
}
