import { FOURTH } from './search-fourth.ts';
import { MORE } from './search-more.ts';
import { THIRD } from './search-third.ts';

/** A question, the films and pictures of which one has to be among the first three, and whether it was kept from tuning. */
export type Question = { kind: Kind; text: string; right: string[]; is_held: boolean };

export const KINDS = {
  who: '谁',
  clothes: '穿什么',
  count: '几个',
  action: '做什么',
  thing: '什么东西',
  thing_colour: '什么颜色的东西',
  place: '在哪里',
  framing: '怎么拍',
  text: '画面文字',
  speech: '说的话',
  negation: '没有什么',
  absent: '库里没有的',
} as const;
export type Kind = keyof typeof KINDS;

const GROUPS: Record<string, string> = {
  woman:
    'woman_hoodie_1 woman_hoodie_2 woman_head_side woman_head_front pair_far pair_near astronaut red_hat black_dress beach',
  man: 'man_skull_1 man_skull_2 man_pattern man_tee classroom pair_far pair_near beach',
  single:
    'man_skull_1 man_skull_2 man_pattern man_tee woman_hoodie_1 woman_hoodie_2 woman_head_side woman_head_front astronaut red_hat girl black_dress',
  signing: 'man_skull_1 man_skull_2 man_pattern man_tee woman_hoodie_1 woman_hoodie_2',
  bottles_3: 'bottles_3a bottles_3b bottles_3c bottles_3d bottles_3e',
  bottles_2: 'bottles_2a bottles_2b bottles_2c',
  bottles_1: 'bottles_1a bottles_1b',
  bottle_hand: 'bottle_hand_a bottle_hand_b bottle_hand_c bottle_hand_d bottle_hand_e bottle_hand_f bottle_hands',
  bottles: '@bottles_3 @bottles_2 @bottles_1 @bottle_hand',
  cars: 'car_white_1 car_white_2 car_red cars_two park_1 park_2',
  road: 'road_1 road_2 road_3 road_4 road_5',
  sea: 'old_boat sails yacht beach lighthouse_2',
  food: 'apple apple_broccoli broccoli cauliflower orange coffee',
};

/**
 * What an editor types. Written by looking at the footage before anything was run on it; every third of a kind was not
 * looked at while the search was worked on.
 */
const TABLE: Record<Kind, string> = {
  who: `
女生 = @woman girl
男生 = @man
年轻女人的脸 = red_hat woman_head_front woman_head_side astronaut
小女孩 = girl
小朋友 = girl
一男一女 = pair_far pair_near beach
长发女生 = woman_head_side woman_head_front woman_hoodie_1 woman_hoodie_2
男人出镜 = @man
戴眼镜的男人 = classroom man_skull_1 man_skull_2 pair_near pair_far
女宇航员 = astronaut
情侣 = beach pair_near pair_far
美女 = red_hat black_dress @woman
男同事 = classroom @man
摩托车手 = motocross`,
  clothes: `
穿橙色衣服的女生 = woman_hoodie_1 woman_hoodie_2 astronaut
穿黄色卫衣的人 = woman_hoodie_1 woman_hoodie_2
橙色上衣 = woman_hoodie_1 woman_hoodie_2 astronaut
黑色衣服的男生 = man_skull_1 man_skull_2 man_pattern pair_near pair_far classroom
穿灰色T恤的男人 = man_tee
红色帽子 = red_hat
戴红帽子的女人 = red_hat
穿白裙子的女人 = pair_far pair_near
黑色长裙 = black_dress
穿牛仔裤的人 = man_skull_1 man_skull_2 pair_far pair_near
穿红色救生衣的人 = raft
穿深绿色衬衫的女生 = woman_head_side woman_head_front
黑色连帽卫衣 = man_skull_1 man_skull_2
蓝色裤子的男人 = man_skull_1 man_skull_2 pair_far pair_near
穿红色毛衣的小女孩 = girl
穿白色衣服的女生 = pair_far pair_near
女生穿着橘黄色的连帽衫 = woman_hoodie_1 woman_hoodie_2
穿红色泳裤的男人 = beach
橙色衣服 = woman_hoodie_1 woman_hoodie_2 astronaut`,
  count: `
一个人 = @single
两个人 = pair_far pair_near beach
四个人 = classroom
好几个人 = classroom raft motocross
很多人 = classroom raft motocross sails
三瓶水 = @bottles_3 bottle_hand_d bottle_hand_b bottle_hand_e bottle_hand_f bottle_hands bottle_hand_a
三个瓶子 = @bottles_3 bottle_hand_d bottle_hand_b bottle_hand_e bottle_hand_f bottle_hands bottle_hand_a
两瓶水 = @bottles_2 bottle_hand_c
只有一个瓶子 = @bottles_1
两辆车 = cars_two car_red
两只鹦鹉 = parrots
一辆汽车 = car_white_1 car_white_2 car_red park_1 park_2
两个人一起走 = pair_far pair_near beach
一群人坐在一起 = classroom raft
五顶帽子 = hats`,
  action: `
走路的人 = pair_far pair_near beach park_1
两个人走过来 = pair_far pair_near beach
坐着的人 = classroom raft
好几个人坐在桌子旁边 = classroom
一个人站着比手势 = @signing
双手比划 = @signing
用手捂住嘴 = man_pattern woman_hoodie_1
伸手拿瓶子 = @bottle_hand
一只手拿起水瓶 = @bottle_hand
骑自行车 = park_1 park_2
骑摩托车 = motocross
汽车行驶 = @cars
划船 = raft
漂流 = raft
开车转弯 = park_2 park_1 @cars
侧脸看向一边 = woman_head_side statue parrots
微笑的女人 = astronaut red_hat
牵手散步 = beach
吃东西的动作 = man_pattern`,
  thing: `
瓶子 = @bottles
矿泉水 = @bottles
咖啡 = coffee
咖啡杯特写 = coffee
猫 = cat
鹦鹉 = parrots
汽车 = @cars
自行车 = park_1 park_2
摩托车 = motocross
帆船 = sails yacht old_boat
小船 = old_boat raft sails yacht
灯塔 = lighthouse_1 lighthouse_2
火箭 = rocket astronaut
西兰花 = broccoli apple_broccoli
花菜 = cauliflower
橙子 = orange
苹果 = apple apple_broccoli
勺子 = coffee
橡皮艇 = raft
帽子 = hats red_hat
雕像 = statue
木门 = door wall
椅子 = classroom
头盔 = motocross astronaut
蔬菜 = broccoli cauliflower apple_broccoli
水果 = apple orange apple_broccoli
宠物 = cat parrots
珍珠项链 = black_dress red_hat
救生圈 = lighthouse_1`,
  thing_colour: `
红色汽车 = car_red cars_two
白色汽车 = car_white_1 car_white_2
红色的车开过 = car_red cars_two
绿色的苹果 = apple apple_broccoli
橙色的水果 = orange
红色的杯子 = coffee
蓝色瓶子 = @bottles
蓝色瓶盖的水瓶 = @bottles
黄色的皮划艇 = raft
红色的门 = door wall
白色灯塔 = lighthouse_1 lighthouse_2
红色鹦鹉 = parrots
黄色帽子 = hats
绿色蔬菜 = broccoli apple_broccoli
白色的花菜 = cauliflower
蓝色椅子 = classroom
彩色的帆 = sails
金色的球 = statue
银灰色的轿车 = park_1 park_2 cars_two
红色屋顶的房子 = lighthouse_2`,
  place: `
海边 = beach @sea lighthouse_1
沙滩上散步 = beach
女生在海边 = beach
大海 = @sea
室内 = classroom pair_far pair_near @signing coffee woman_head_side woman_head_front
教室 = classroom
办公室 = classroom @signing pair_far pair_near
停车场 = park_1 park_2
马路 = @cars @road
户外 = @sea raft motocross black_dress lighthouse_1 rocket wall
夜景 = rocket
走廊 = pair_far pair_near
河里漂流 = raft
草地 = black_dress lighthouse_1 motocross
桌上的咖啡 = coffee
蓝天白云 = lighthouse_2 lighthouse_1 hats
水面上的船 = old_boat sails yacht raft
傍晚的天空 = rocket old_boat
传送带上的水果 = apple orange apple_broccoli`,
  framing: `
人脸特写 = red_hat girl
脸部特写 = red_hat girl
半身人像 = @signing woman_head_side woman_head_front astronaut statue
全身照 = black_dress beach pair_far
猫脸特写 = cat
远景海上的帆船 = sails old_boat yacht
俯拍汽车 = @cars
竖屏女生 = red_hat black_dress
竖屏的灯塔 = lighthouse_1
横屏灯塔 = lighthouse_2
近景女生 = red_hat woman_head_side woman_head_front astronaut girl woman_hoodie_1 woman_hoodie_2
远景 = @sea rocket
产品特写 = coffee @bottles hats
空镜头 = @road @bottles_3 @bottles_2 @bottles_1 rocket lighthouse_1 lighthouse_2 door wall hats coffee
侧脸 = woman_head_side statue`,
  text: `
五折优惠 = card_half
写着包邮的画面 = card_post
天然成分 = card_plant
新品上市 = card_new
倒计时三天 = card_countdown
敏感肌肤也能用 = card_skin
支持无理由退换 = card_return
買一送一 = card_gift
扫二维码领券 = card_scan
summer sale = card_summer
画面上写着 Bahamas = hats
63455 = yacht
snowmass = raft
misfits = man_skull_1 man_skull_2
产品使用步骤 = card_steps
suzuki 摩托车 = motocross`,
  speech: `
介绍保温杯 = say_cup
补水面膜的口播 = say_mask
厂家直销没有中间商 = say_factory
有孩子的家庭 = say_children
很轻的跑步鞋 = say_shoes
次日送达 = say_delivery
揉面团烤面包 = say_dough
靠近地铁的房子 = say_house
说到工厂直接发货 = say_factory
跑十公里脚不累 = say_shoes
热水到晚上还是烫的 = say_cup
皮肤很滑 = say_mask`,
  negation: `
没有人的水瓶空镜 = @bottles_3 @bottles_2 @bottles_1
没有人的马路 = @road @cars
没有车的路面 = @road
没有人的海边 = old_boat lighthouse_2 lighthouse_1
没有字幕的女生 = @woman girl
不是红色的汽车 = car_white_1 car_white_2 park_1 park_2 cars_two
没戴帽子的女生 = woman_hoodie_1 woman_hoodie_2 woman_head_side woman_head_front pair_far pair_near astronaut black_dress beach girl
没有手的瓶子 = @bottles_3 @bottles_2 @bottles_1
除了咖啡以外的食物 = apple apple_broccoli broccoli cauliflower orange
没有人的船 = old_boat
无人的画面里有房子 = wall lighthouse_1 lighthouse_2
没有男生只有女生 = woman_hoodie_1 woman_hoodie_2 woman_head_side woman_head_front astronaut red_hat black_dress girl`,
  absent: `
一头大象 =
长颈鹿 =
披萨 =
弹钢琴 =
雪山 =
穿紫色衣服的男人 =
一匹马 =
冰淇淋 =
笔记本电脑 =
滑雪 =
婚礼现场 =
绿色的汽车 =`,
};

export const QUESTIONS: Question[] = [
  ...read(TABLE, (n) => n % 3 === 2),
  ...read(MORE, () => true),
  ...read(THIRD, () => false),
  ...read(FOURTH, () => true),
];

function read(table: Record<Kind, string>, isHeld: (n: number) => boolean): Question[] {
  return (Object.keys(table) as Kind[]).flatMap((kind) =>
    table[kind]
      .trim()
      .split('\n')
      .map((line, n) => {
        const [text = '', right = ''] = line.split('=').map((part) => part.trim());
        return { kind, text, right: keysOf(right), is_held: isHeld(n) };
      }),
  );
}

function keysOf(names: string): string[] {
  return names
    .split(' ')
    .filter(Boolean)
    .flatMap((name) => (name.startsWith('@') ? keysOf(GROUPS[name.slice(1)] ?? '') : name));
}
