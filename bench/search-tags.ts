import type { App } from '../apps/server/src/context.ts';
import type { Bar } from './bar.ts';

/** Kinds of tags that an eye can judge; what is measured (colours, light, movement) is not among them. */
const JUDGED = ['scene', 'object', 'person', 'clothes', 'action', 'count', 'shot_size', 'text'];

/** Words for what stands in several pictures. */
const TOGETHER: Record<string, string> = {
  room: '室内 办公 家具 椅子 黑色椅子 无文字',
  bottle: '饮品 瓶子 水瓶 蓝色瓶子 无文字',
  car: '户外 交通 街道 汽车 无人 无文字',
  sail: '户外 海边 旅行 运动 船 小船 帆船 远景 有文字 无文字',
  light: '灯塔 户外 海边 建筑 无人 远景 全景 无文字',
};

/** What is right to say of the real pictures, by eye: whatever else is said of them is wrong. */
const RIGHT = `
man_skull_1 man_skull_2 = @room 单人 男生 黑色上衣 蓝色裤子 手势 手在脸旁 中景 有文字
woman_hoodie_1 woman_hoodie_2 = @room 单人 女生 橙色上衣 黄色上衣 手势 手在脸旁 中景
man_pattern = @room 单人 男生 黑色上衣 手势 手在脸旁 中景 有文字
man_tee = @room 单人 男生 灰色上衣 黑色裤子 手势 中景
bottles_3a bottles_3b bottles_3c bottles_3d bottles_3e = @bottle 三个瓶子 无人
bottles_2a bottles_2b bottles_2c = @bottle 两个瓶子 无人
bottles_1a bottles_1b = @bottle 无人
bottle_hand_a bottle_hand_b bottle_hand_d bottle_hand_e bottle_hand_f bottle_hands = @bottle 三个瓶子 手 手里拿着东西
bottle_hand_c = @bottle 两个瓶子 手 手里拿着东西
road_1 road_2 road_3 road_4 road_5 = 户外 交通 街道 无人 无文字
car_white_1 car_white_2 = @car 白色汽车
car_red cars_two = @car 红色汽车 白色汽车 灰色汽车 两辆汽车
park_1 park_2 = 户外 交通 汽车 灰色汽车 自行车 骑行 单人 双人 走路 远景 全景 无文字
apple = 美食 水果 苹果 绿色苹果 无人 无文字
apple_broccoli = 美食 水果 蔬菜 苹果 绿色苹果 西兰花 绿色西兰花 无人 无文字
broccoli = 美食 蔬菜 西兰花 绿色西兰花 无人 无文字
cauliflower = 美食 蔬菜 花菜 无人 无文字
orange = 美食 水果 橙子 橙色橙子 无人 无文字
woman_head_side = 室内 单人 女生 黑色上衣 灰色上衣 近景 侧脸 无文字
woman_head_front = 室内 单人 女生 黑色上衣 灰色上衣 近景 正脸 无文字
classroom = 室内 家具 教育 办公 多人 四个人 男生 女生 坐着 黑色上衣 椅子 蓝色椅子 餐桌 全景 无文字
pair_far pair_near = 室内 双人 两个人 男生 女生 走路 白色上衣 黑色上衣 白色裙子 蓝色裤子 全景 中景 无文字
astronaut = 单人 女生 橙色上衣 中景 近景 头盔 服饰 有文字
cat = 宠物 动物 猫 特写 无人 无文字
coffee = 室内 家具 饮品 咖啡 杯子 红色杯子 餐桌 勺子 特写 近景 无人 无文字
rocket = 户外 夜景 建筑 远景 全景 无人 无文字
wall = 户外 建筑 无人 无文字
door = 户外 建筑 无人 无文字
hats = 户外 服饰 帽子 无人 有文字
red_hat = 单人 女生 服饰 帽子 红色帽子 红色上衣 特写 近景 无文字
motocross = 户外 交通 运动 摩托车 头盔 骑行 多人 全景 中景 有文字
old_boat sails = @sail 无人
yacht = @sail 多人 乘船 蓝色上衣 红色上衣
beach = 户外 海边 旅行 服饰 泳装 双人 两个人 男生 女生 走路 红色上衣 红色裤子 全景 远景 无文字
raft = 户外 运动 多人 坐着 乘船 船 小船 红色上衣 橙色上衣 全景 远景 有文字
girl = 单人 小孩 女生 红色上衣 特写 近景 无文字
statue = 户外 建筑 近景 中景 无文字
black_dress = 户外 单人 女生 站着 黑色上衣 黑色裙子 灰色上衣 灰色裙子 全景 无文字
lighthouse_1 lighthouse_2 = @light
parrots = 户外 动物 宠物 鸟 鹦鹉 两只鸟 两只鹦鹉 红色鸟 黄色鸟 红色鹦鹉 无人 特写 近景 无文字`;

const rightOf = new Map(
  RIGHT.trim()
    .split('\n')
    .flatMap((line) => {
      const [keys = '', tags = ''] = line.split(' = ');
      const names = tags.split(' ').flatMap((tag) => (tag.startsWith('@') ? TOGETHER[tag.slice(1)]!.split(' ') : tag));
      return keys.split(' ').map((key) => [key, new Set(names)] as const);
    }),
);

/** How many of the tags of the real shots and pictures are wrong. */
export async function judgeTags({ pool }: Pick<App, 'pool'>, keys: Map<string, string>): Promise<Bar[]> {
  const { rows } = await pool.query<{ material_id: string; tags: { tag_type: string; name: string }[] }>(
    'select material_id, tags from shot',
  );
  let judged = 0;
  const wrong: string[] = [];
  for (const { material_id, tags } of rows) {
    const key = keys.get(material_id) ?? '';
    const right = rightOf.get(key);
    if (!right) continue;
    const told = tags.filter(({ tag_type }) => JUDGED.includes(tag_type));
    judged += told.length;
    wrong.push(...told.filter(({ name }) => !right.has(name)).map(({ name }) => `${key} ${name}`));
  }
  console.log(`wrong tags: ${wrong.join(', ')}`);
  return [
    { name: 'tags judged by eye', figure: judged, unit: '', bar: 200, better: 'higher' },
    { name: 'of them wrong', figure: wrong.length / Math.max(1, judged), unit: '', bar: 0.05, better: 'lower' },
  ];
}
