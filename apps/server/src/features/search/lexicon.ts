import { COLOURS, DOINGS } from '@mixreel/ai';

/** Words of a sentence that stand for a colour, longest first. */
const COLOUR_TABLE = `
红色 红 大红色 大红 酒红色 酒红 朱红色 枣红色
橙色 橙 橘色 橘 橘黄色 橘黄 橘红色 橘红 橙黄色
黄色 黄 金黄色 金黄 金色 柠檬黄 鹅黄色
绿色 绿 墨绿色 墨绿 深绿色 深绿 浅绿色 浅绿 草绿色 军绿色 翠绿色
青色 青 湖蓝色 蓝绿色 薄荷色
蓝色 蓝 天蓝色 天蓝 深蓝色 深蓝 浅蓝色 浅蓝 宝蓝色 藏青色 藏蓝色
紫色 紫 深紫色 浅紫色 紫罗兰色
粉色 粉 粉红色 粉红 玫红色 玫红
棕色 棕 咖啡色 褐色 褐 棕褐色
米色 米白色 杏色 奶油色 卡其色
灰色 灰 银灰色 银灰 银色 深灰色 深灰 浅灰色 浅灰
黑色 黑 纯黑色
白色 白 纯白色 雪白色 乳白色
`;
export const COLOUR_WORDS = new Map(
  COLOUR_TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ');
      return words.map((word) => [word, words[0]!] as const);
    }),
);

/** A colour that some people would say instead: found as well, behind. */
export const NEAR_COLOURS: Record<string, string[]> = {
  橙色: ['黄色'],
  黄色: ['橙色'],
  青色: ['蓝色', '绿色'],
  粉色: ['红色'],
  米色: ['白色', '黄色'],
  棕色: ['橙色'],
};

/** Of things red and orange are one to many, whatever light they stand in; of clothes they are two. */
export const NEAR_THING_COLOURS: Record<string, string[]> = { ...NEAR_COLOURS, 红色: ['橙色'] };

/** What is worn, and the garment that it is to the eye. */
export const GARMENTS = new Map<string, string[]>([
  ...words(
    '上衣 卫衣 连帽衫 连帽卫衣 毛衣 t恤 t 恤 衬衫 衬衣 外套 夹克 西装 大衣 羽绒服 背心 马甲 救生衣 针织衫 制服 ' +
      '短袖 长袖 风衣 皮衣 皮夹克 校服 工服 工作服 睡衣 运动服 球衣 雨衣 宇航服 航天服 泳衣 吊带 polo衫',
    ['上衣'],
  ),
  ...words('衣服 衣裳 服装', ['上衣', '裙子']),
  ...words('裙子 连衣裙 长裙 短裙 礼服 旗袍 裙', ['裙子', '上衣']),
  ...words('裤子 裤 牛仔裤 短裤 长裤 泳裤 运动裤 西裤', ['裤子']),
  ...words('帽子 帽 鸭舌帽 棒球帽 草帽 遮阳帽 贝雷帽 毛线帽', ['帽子']),
]);

function words(list: string, garments: string[]): [string, string[]][] {
  return list.split(' ').map((word) => [word, garments]);
}

type DoingName = (typeof DOINGS)[keyof typeof DOINGS];

/** What people do, as the machine tells it, and how surely it is meant. */
const DOING_TABLE: [string, Partial<Record<DoingName, number>>][] = [
  ['坐着 坐在 坐下 坐', { 坐着: 1 }],
  ['站着 站在 站立 站', { 站着: 1, 手势: 0.3 }],
  ['走路 走过来 走过 行走 步行 散步 漫步 走在 走 路过', { 走路: 1, 站着: 0.8 }],
  ['骑自行车 骑摩托车 骑车 骑行 骑马 骑', { 骑行: 1 }],
  ['举手 抬手 举起手 挥手', { 举手: 1, 手势: 0.5 }],
  ['双手比划 比划 比手势 打手势 做手势 手势 手语', { 手势: 1, 手在脸旁: 0.5 }],
  ['捂住嘴 捂嘴 捂脸 托腮 摸脸 打电话 吃东西 喝水 喝东西', { 手在脸旁: 0.8 }],
  ['伸手拿 拿起 拿着 手拿 手里拿 举着 拿', { 手里拿着东西: 0.9 }],
  ['划船 漂流 乘船 坐船 划艇', { 乘船: 0.9 }],
  ['侧脸 侧面 侧身 转头 转过头 扭头 回头 看向一边 看向旁边 看旁边', { 侧脸: 1 }],
  ['正脸 正面 面对镜头', { 正脸: 1 }],
];
export const DOING_WORDS = new Map(DOING_TABLE.flatMap(([list, said]) => list.split(' ').map((word) => [word, said])));

/** The word for a thing that the word for counting it implies: 三瓶 are three 瓶子. */
export const COUNTED_AS: Record<string, string> = {
  瓶: '瓶子',
  杯: '杯子',
  辆: '汽车',
  顶: '帽子',
  艘: '船',
  碗: '碗',
};

export const PEOPLE = (
  '女孩子 男孩子 小朋友 女生 男生 女人 男人 女孩 男孩 孩子 小孩 女士 男士 女子 男子 姑娘 小伙子 小伙 学生 老师 员工 同事 顾客 客人 老人 大人 ' +
  '模特 朋友 人'
).split(' ');

/** What is said of a shot where such a thing is in it. */
export const REFUSED: Record<string, [tag_type: string, name: string][]> = {
  字幕: [['text', '有字幕']],
  文字: [['text', '有文字']],
  字: [['text', '有文字']],
  水印: [['text', '有水印']],
  手: [
    ['object', '手'],
    ['person', '单人'],
    ['person', '双人'],
    ['person', '多人'],
  ],
};
export const COLOUR_NAMES: readonly string[] = Object.values(COLOURS).map(({ name }) => name);
