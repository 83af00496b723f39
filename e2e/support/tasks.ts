import { callOf, type Task } from '@mixreel/contract';
import type { Page } from '@playwright/test';

/** A task as the server tells it, for what no call can bring about yet. */
export function taskLike(fields: Partial<Task>): Task {
  return {
    task_id: 't1',
    task_type: 'mix_export',
    title: '导出 50 条',
    status: 'running',
    progress: 30,
    steps: [],
    eta_s: 90,
    attempt: 1,
    error: null,
    result: null,
    about: {},
    project_id: null,
    mproject_id: null,
    user_uid: 'u',
    read: true,
    created_at: new Date().toISOString(),
    started_at: null,
    finished_at: null,
    ...fields,
  };
}

export async function answerTasks(page: Page, items: Task[], unread_count = 0): Promise<void> {
  const page_info = { page_index: 1, page_size: 50, total: items.length, total_page: 1 };
  await page.route(`**${callOf('task.list').path}`, (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { items, page_info, unread_count } } }),
  );
}
