/** What a rule for names may hold in braces, and what stands for it. */
export const NAME_PARTS = { mix: '混剪名称', date: '日期', time: '时间', n: '序号', seconds: '秒数' } as const;
