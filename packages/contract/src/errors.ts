/**
 * Every refusal the product can give. `status` is the HTTP status: 200 for a refusal that belongs to the business,
 * so that proxies and browsers treat it as an answer; real statuses where clients and proxies must react.
 */
export const ERRORS = {
  invalid: { code: 400, status: 200, message: '提交的内容有误，请检查后重试' },
  unauthorized: { code: 401, status: 401, message: '登录已失效，请重新登录' },
  forbidden: { code: 403, status: 403, message: '你没有权限进行此操作' },
  not_found: { code: 404, status: 200, message: '内容不存在或已被删除' },
  no_such_path: { code: 404, status: 404, message: '请求的地址不存在' },
  conflict: { code: 409, status: 200, message: '内容已被修改，请刷新后重试' },
  too_large: { code: 413, status: 413, message: '提交的内容过大，请减少一些或分几次提交' },
  wrong_type: { code: 415, status: 415, message: '不支持的内容类型' },
  too_many: { code: 429, status: 429, message: '操作过于频繁，请稍后再试' },
  internal: { code: 500, status: 500, message: '请求失败，请稍后重试' },
  unavailable: { code: 503, status: 503, message: '服务正在启动或停止，请稍后重试' },
  no_privilege: { code: 20001, status: 403, message: '你暂无权限，请联系产品团队开通' },
  quota_exceeded: { code: 30001, status: 200, message: '空间容量已用完，请清理素材或联系管理员扩容' },
  sign_in_failed: { code: 30002, status: 200, message: '登录失败，链接可能已使用或过期，请重新获取' },
  task_state: { code: 30003, status: 200, message: '任务状态已变化，请刷新后重试' },
  disk_full: {
    code: 30004,
    status: 200,
    message: '服务器磁盘空间不足，没有保存；请联系管理员清理磁盘后重试（清空回收站腾出的空间要等约一天）',
  },
  preparing: { code: 30005, status: 200, message: '所需的模型还在准备，请稍后再试' },
  ai_failed: { code: 30006, status: 200, message: 'AI 引擎没有完成，请稍后重试' },
  no_engine: { code: 30008, status: 200, message: '还没有接入能做这件事的 AI 服务，请联系管理员' },
  ai_refused: { code: 30009, status: 200, message: '服务商认为内容不合规，没有生成：请修改后再试' },
  ai_unclear: { code: 30010, status: 200, message: '没有收到服务商的明确答复，没有再次提交：请到服务商后台确认' },
  wrong_password: { code: 30007, status: 200, message: '密码不正确，请重新输入' },
  shoot_over: { code: 30011, status: 200, message: '这个拍摄码已失效，请同事在电脑上重新出一个' },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** A refusal that a person reads. Anything else that is thrown is our fault and is answered as `internal`. */
export class AppError extends Error {
  readonly error: ErrorName;
  readonly data: unknown;

  constructor(error: ErrorName, message: string = ERRORS[error].message, data: unknown = null) {
    super(message);
    this.name = 'AppError';
    this.error = error;
    this.data = data;
  }

  get code(): number {
    return ERRORS[this.error].code;
  }
}
