/** Words that nearly every sentence has and that tell nothing of what is to be seen. */
export const STOP_WORDS = new Set(
  (
    '的 地 得 了 着 过 吗 呢 吧 啊 呀 哦 嘛 么 之 而 且 与 和 及 或 也 还 又 都 就 才 很 太 更 最 非常 特别 比较 十分 ' +
    '是 有 在 于 被 把 将 让 使 给 对 向 往 从 由 以 为 因为 所以 如果 但是 但 不过 然后 并 并且 而且 以及 ' +
    '这 那 这个 那个 这些 那些 这里 那里 这种 那种 哪 哪个 什么 怎么 如何 为什么 谁 ' +
    '我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己 大家 ' +
    '一 个 一个 一种 一些 一下 一段 一张 一条 一位 一名 一只 一台 一辆 一杯 一瓶 些 种 位 名 段 张 条 只 台 辆 份 次 ' +
    '里 里面 中 上 下 内 之中 当中 上面 下面 旁边 正在 正 着呢 起来 出来 过来 过去 ' +
    '只有 仅有 只剩 剩下 剩 只 仅 ' +
    '要 想 想要 需要 可以 能 能够 会 应该 请 帮 帮我 找 找到 寻找 搜索 查找 看到 出现 包含 关于 显示 展示 ' +
    '画面 镜头 视频 片段 素材 图片 照片 片子 场景 内容 那种 类似 有人 某 某个 ' +
    'a an the of to in on at and or is are was be with for it this that'
  ).split(' '),
);
