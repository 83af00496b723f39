const NUMERALS = ['零', '一', '两', '三', '四', '五', '六', '七', '八', '九'];

/** A number before a noun, as people say it: 两 rather than 二, and many beyond nine. */
export function numeral(count: number): string {
  return NUMERALS[count] ?? '很多';
}

/** The word between a number and what is counted; 个 for everything else. */
const MEASURES = new Map(
  Object.entries({
    辆: '汽车 自行车 摩托车 公交车 卡车',
    架: '飞机',
    列: '火车',
    艘: '船 小船 帆船 轮船',
    只: '鸟 猫 狗 羊 鹦鹉',
    匹: '马 斑马',
    头: '牛 大象 熊 长颈鹿',
    把: '椅子 长椅 雨伞 剪刀 勺子 叉子 刀 牙刷 吹风机',
    张: '床 餐桌 沙发',
    台: '电视 笔记本电脑 冰箱 微波炉 烤箱',
    部: '手机',
    本: '书',
    顶: '帽子',
    条: '领带',
    根: '香蕉 胡萝卜',
    块: '披萨 蛋糕 滑板 冲浪板',
  }).flatMap(([measure, labels]) => labels.split(' ').map((label) => [label, measure] as const)),
);

/** 两辆汽车, 三个瓶子. */
export function counted(count: number, label: string): string {
  return `${numeral(count)}${MEASURES.get(label) ?? '个'}${label}`;
}
