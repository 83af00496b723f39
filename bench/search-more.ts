import type { Kind } from './search-questions.ts';

/**
 * A second list, by somebody else's choice of words: written by looking at the pictures before it was run. What it missed
 * was looked at once, for the causes.
 */
export const MORE: Record<Kind, string> = {
  who: `
一位女士 = @woman
男子 = @man
女孩的脸 = girl red_hat woman_head_front woman_head_side
黑发女人 = woman_head_side woman_head_front woman_hoodie_1 woman_hoodie_2 black_dress
戴帽子的美女 = red_hat
一对男女 = pair_far pair_near beach
宝宝 = girl`,
  clothes: `
穿黑色T恤的男人 = pair_near pair_far classroom man_skull_1 man_skull_2
戴着红色草帽的女士 = red_hat
橘色宇航服 = astronaut
白色连衣裙 = pair_near pair_far
穿黑裙子的女人 = black_dress
黄色卫衣女生 = woman_hoodie_1 woman_hoodie_2
穿深灰色短袖的男生 = man_tee
一身黑的男生 = man_skull_1 man_skull_2 man_pattern pair_near pair_far classroom`,
  count: `
一个男人 = man_skull_1 man_skull_2 man_pattern man_tee
四个人在教室里 = classroom
桌上摆着三个水瓶 = @bottles_3 bottle_hand_d bottle_hand_b bottle_hand_e bottle_hand_f bottle_hands bottle_hand_a
一只猫 = cat
几辆摩托车 = motocross
两只鸟 = parrots
俩人 = pair_far pair_near beach
一辆车也没有的马路 = @road`,
  action: `
一男一女并肩走路 = pair_far pair_near beach
女生在打手语 = woman_hoodie_1 woman_hoodie_2
男生双手比划 = man_skull_1 man_skull_2 man_pattern man_tee
手伸过来拿走一瓶水 = @bottle_hand
汽车从画面里开过 = @cars
一群人在激流里划艇 = raft
坐在教室里听课 = classroom
女人转头看旁边 = woman_head_side`,
  thing: `
一杯浓缩咖啡 = coffee
小猫 = cat
轿车 = @cars
船只 = old_boat sails yacht raft
青苹果 = apple apple_broccoli
越野摩托 = motocross
塑料瓶 = @bottles
鸟 = parrots
托盘上的杯子 = coffee
棒球帽 = hats
动物 = cat parrots
水 = @bottles @sea raft`,
  thing_colour: `
黄色橡皮艇 = raft
一辆红车 = car_red cars_two
白色轿车 = car_white_1 car_white_2
红色咖啡杯 = coffee
绿色西兰花 = broccoli apple_broccoli
橙色的橘子 = orange
绿苹果 = apple apple_broccoli
红白相间的灯塔小屋 = lighthouse_2`,
  place: `
海滩 = beach
会议室 = classroom
公路上的汽车 = @cars
草坪上的女人 = black_dress
夜晚的火箭 = rocket
楼道里走来的人 = pair_far pair_near
大海上的帆船 = sails yacht old_boat
桌面上的水瓶 = @bottles`,
  framing: `
女人面部特写 = red_hat girl
航拍马路上的车 = @cars
竖版帆船 = sails yacht
横屏的海 = old_boat beach lighthouse_2
动物特写 = cat parrots
杯子的大特写 = coffee
人物近景 = red_hat girl woman_head_side woman_head_front astronaut @signing
俯视角度的车 = @cars`,
  text: `
全场5折 = card_half
七天退货 = card_return
红烧牛肉面 = card_menu
门店招聘 = card_hiring
几点营业 = card_hours
无糖饮料 = card_sugar
高考加油 = card_exam`,
  speech: `
放进烤箱 = say_dough
明天就送到 = say_delivery
离地铁五百米 = say_house
面膜效果 = say_mask
家里有小朋友 = say_children
跑鞋 = say_shoes`,
  negation: `
没有帽子的男人 = @man
没人的桌子 = @bottles_3 @bottles_2 @bottles_1 coffee
不含人物的海景 = old_boat lighthouse_2
不要文字的汽车 = @cars
不是黑色衣服的男生 = man_tee beach
只有男生 = man_skull_1 man_skull_2 man_pattern man_tee classroom`,
  absent: `
斑马 =
雪地 =
一架飞机 =
三只狗 =
弹吉他 =
火车 =
键盘 =
生日蛋糕 =
穿紫色裙子的女人 =
蓝色的公交车 =`,
};
