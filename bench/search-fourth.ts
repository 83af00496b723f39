import type { Kind } from './search-questions.ts';

/** A fourth list, written by looking before it was run. */
export const FOURTH: Record<Kind, string> = {
  who: `
脸上画了彩绘的小孩 = girl
并肩走的情侣 = pair_far pair_near beach
女航天员 = astronaut
短发男生 = man_skull_1 man_skull_2 man_pattern man_tee`,
  clothes: `
穿橘黄色带帽衫的女孩 = woman_hoodie_1 woman_hoodie_2
戴红帽子的模特 = red_hat
橙色连体服 = astronaut
黑色长裙 = black_dress`,
  count: `
三瓶水并排放 = @bottles_3
只有两个瓶子 = @bottles_2
许多帆船 = sails
一群摩托车手 = motocross`,
  action: `
有人伸手去拿水 = @bottle_hand
两个人在沙滩上散步 = beach
几个人乘皮划艇漂流 = raft
学生围坐在一起讨论 = classroom`,
  thing: `
一颗橙子 = orange
灯塔 = lighthouse_1 lighthouse_2
火箭发射 = rocket
花菜 = cauliflower`,
  thing_colour: `
红色的门 = door
绿色的蔬菜 = broccoli apple_broccoli
白色的船帆 = sails yacht
银灰色的车 = park_1 park_2 cars_two car_white_1 car_white_2`,
  place: `
海面上的船 = sails yacht old_boat
礁石旁边的灯塔 = lighthouse_2
课堂 = classroom
停车场里有人经过 = park_1 park_2`,
  framing: `
咖啡杯近景 = coffee
鹦鹉头部特写 = parrots
人物侧脸 = woman_head_side
竖拍的灯塔 = lighthouse_1`,
  text: `
不满意可以退货 = card_return
无糖 = card_sugar
电池续航 = card_battery`,
  speech: `
补水面膜 = say_mask
用烤箱烤面团 = say_dough
明天送到 = say_delivery`,
  negation: `
没有车经过的马路 = @road
不是红色的汽车 = car_white_1 car_white_2 park_1 park_2
没戴帽子的男生 = man_skull_1 man_skull_2 man_pattern man_tee classroom`,
  absent: `
一头奶牛 =
穿婚纱的新娘 =
沙漠里的骆驼 =`,
};
