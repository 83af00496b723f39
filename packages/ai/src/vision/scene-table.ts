/** A subject that people sort material by. */
export type Topic = { key: string; label: string };

/** Classes of ImageNet that one everyday word stands for; `kind` tells things from places. */
export type SceneRow = { key: string; label: string; kind: 'thing' | 'place'; topics: string[]; classes: number[] };

/** Subjects, in the order in which a caption names them. */
export const TOPICS: readonly Topic[] = table(`
indoor 室内
outdoor 户外
street 街道
sea 海边
mountain 山景
nature 自然风光
building 建筑
shop 店铺
restaurant 餐厅
kitchen 厨房
bedroom 卧室
living_room 客厅
bathroom 浴室
office 办公
stage 舞台
food 美食
drink 饮品
fruit 水果
vegetable 蔬菜
dessert 甜品
car 汽车
traffic 交通
beauty 美妆
clothes 服饰
shoes 鞋靴
bag 箱包
jewellery 配饰
digital 数码
appliance 家电
home 家居
furniture 家具
kitchenware 厨具
cleaning 清洁
pet 宠物
animal 动物
plant 植物
flower 花
sport 运动
toy 玩具
baby 母婴
music 音乐
stationery 文具
tool 工具
medical 医疗
travel 旅行
`).map(([key = '', label = '']) => ({ key, label }));

/**
 * What the classes are called in a marketing team, and which subjects they speak for. Classes nobody would look for, and
 * those the network sees in anything held or hung (stethoscope, ocarina, whistle, bulletproof vest), are left out.
 */
export const SCENE_ROWS: readonly SceneRow[] = table(`
dog 狗 thing pet,animal 151-268
corgi 柯基 thing pet,animal 263-264
golden_retriever 金毛 thing pet,animal 207
labrador 拉布拉多 thing pet,animal 208
husky 哈士奇 thing pet,animal 248-250
german_shepherd 德国牧羊犬 thing pet,animal 235
poodle 贵宾犬 thing pet,animal 265-267
samoyed 萨摩耶 thing pet,animal 258
pomeranian 博美犬 thing pet,animal 259
chow 松狮 thing pet,animal 260
french_bulldog 法国斗牛犬 thing pet,animal 245
pug 巴哥犬 thing pet,animal 254
border_collie 边牧 thing pet,animal 231-232
beagle 比格犬 thing pet,animal 162
chihuahua 吉娃娃 thing pet,animal 151
shih_tzu 西施犬 thing pet,animal 155
schnauzer 雪纳瑞 thing pet,animal 196-198
yorkshire 约克夏 thing pet,animal 187
cat 猫 thing pet,animal 281-285
tabby 虎斑猫 thing pet,animal 281-282
persian_cat 波斯猫 thing pet,animal 283
siamese_cat 暹罗猫 thing pet,animal 284
rabbit 兔子 thing pet,animal 330-332
hamster 仓鼠 thing pet,animal 333,338
goldfish 金鱼 thing pet,animal 1
fish 鱼 thing animal 0-6,389-397
chicken 鸡 thing animal 7-8
bird 鸟 thing animal,outdoor 9-24,80-100,127-146
parrot 鹦鹉 thing pet,animal 87-90
swan 天鹅 thing animal,outdoor 100
duck 鸭子 thing animal,outdoor 97-99
flamingo 火烈鸟 thing animal,outdoor 130
penguin 企鹅 thing animal,outdoor 145
lizard 蜥蜴 thing animal 38-48
turtle 乌龟 thing animal 33-37
snake 蛇 thing animal 52-68
frog 青蛙 thing animal 30-32
spider 蜘蛛 thing animal 72-77
butterfly 蝴蝶 thing animal,nature 321-326
bee 蜜蜂 thing animal,nature 309
insect 昆虫 thing animal 300-320
jellyfish 水母 thing animal,sea 107
crab 螃蟹 thing animal,sea 118-121
lobster 龙虾 thing animal,food 122-124
snail 蜗牛 thing animal 113
starfish 海星 thing animal,sea 327
wolf 狼 thing animal,outdoor 269-272
fox 狐狸 thing animal,outdoor 277-280
lion 狮子 thing animal,outdoor 291
tiger 老虎 thing animal,outdoor 292
leopard 豹 thing animal,outdoor 286-290,293
bear 熊 thing animal,outdoor 294-297
panda 大熊猫 thing animal 388
monkey 猴子 thing animal 365-382
elephant 大象 thing animal,outdoor 385-386
horse 马 thing animal,outdoor 339
zebra 斑马 thing animal,outdoor 340
pig 猪 thing animal 341-343
hippo 河马 thing animal,outdoor 344
cow 牛 thing animal,outdoor 345-347
sheep 羊 thing animal,outdoor 348-350
camel 骆驼 thing animal,outdoor 354
squirrel 松鼠 thing animal,outdoor 335
koala 考拉 thing animal 105
kangaroo 袋鼠 thing animal,outdoor 104
dolphin 海豚鲸鱼 thing animal,sea 147-148
seal 海狮 thing animal,sea 150
car 汽车 thing car,traffic,outdoor 436,468,511,609,627,656,661,717,751,817
sports_car 跑车 thing car,traffic,outdoor 511,751,817
off_road_car 越野车 thing car,traffic,outdoor 609
van 面包车 thing car,traffic,outdoor 654,656
pickup 皮卡 thing car,traffic,outdoor 717
camper 房车 thing car,travel,outdoor 660,757
wheel 车轮 thing car 479,535
car_mirror 后视镜 thing car 475
seat_belt 安全带 thing car 785
dashboard 仪表盘 thing car 685
ambulance 救护车 thing traffic,medical,outdoor 407
fire_engine 消防车 thing traffic,outdoor 555
police_van 警车 thing traffic,outdoor 734
bus 公交车 thing traffic,outdoor,street 779,874
truck 卡车 thing traffic,outdoor 569,675,864,867
excavator 工程机械 thing traffic,outdoor 517,561,595,866,856
train 火车 thing traffic,travel,outdoor 466,547,705,820,565
tram 有轨电车 thing traffic,outdoor,street 829
bicycle 自行车 thing traffic,sport,outdoor 444,671
scooter 电动车摩托车 thing traffic,outdoor 665,670
kart 卡丁车 thing sport,outdoor 573,575
airplane 飞机 thing travel,traffic,outdoor 404,895,908
ship 轮船 thing travel,sea,outdoor 403,510,628,554
boat 小船 thing sea,outdoor 472,576,625,814,484,871,780,914
parachute 降落伞 thing sport,outdoor 701
balloon 热气球 thing outdoor,travel 417
rocket 火箭 thing outdoor 657,744,812
gas_station 加油站 place car,outdoor 571
traffic_light 红绿灯 thing street,traffic,outdoor 920
street_sign 路牌 thing street,outdoor 919
parking_meter 停车计时器 thing street,outdoor 704
park_bench 长椅 thing outdoor 703
coast 海边 place sea,nature,outdoor,travel 976,977,978,460
coral_reef 珊瑚海底 place sea,nature,outdoor 973
snow_mountain 雪山 place mountain,nature,outdoor,travel 970
cliff 悬崖 place mountain,nature,outdoor 972
valley 山谷 place mountain,nature,outdoor,travel 979
volcano 火山 place mountain,nature,outdoor 980
lake 湖边 place nature,outdoor,travel 975
fountain 喷泉 place outdoor 562
pier 码头 place sea,outdoor 536,718
bridge 桥 place building,outdoor 821,839,888
dam 水坝 place building,outdoor 525
lighthouse 灯塔 place building,sea,outdoor 437
castle 城堡宫殿 place building,outdoor,travel 483,698
church 教堂 place building,outdoor,travel 497,442,663
temple 寺庙宝塔 place building,outdoor,travel 668,832
tower 纪念碑 place building,outdoor,travel 682,873,649
farmhouse 农舍 place building,outdoor 425,853,915
patio 庭院 place outdoor,home 706
greenhouse 温室 place plant 580
fence 围栏 thing outdoor 489,716,912
tent 帐篷露营 thing outdoor,travel 672
grassland 草垛田野 place nature,outdoor 958,984
flower 花 thing flower,plant,nature 985,986
mushroom 蘑菇 thing food,vegetable 947,991,992,997
corn 玉米 thing food,vegetable 987,998
restaurant 餐厅 place restaurant,indoor,food 762
grocery 超市 place shop,indoor 582
bakery 面包店 place shop,indoor,food 415
confectionery 糖果店 place shop,indoor,dessert 509
bookshop 书店 place shop,indoor 454
library 图书馆 place indoor 624,453
shoe_shop 鞋店 place shop,indoor,shoes 788
toy_shop 玩具店 place shop,indoor,toy 865
butcher 肉铺 place shop,indoor,food 467
barbershop 理发店 place shop,indoor,beauty 423,424
cinema 影院 place indoor 498
stage 舞台 place stage,indoor 819,854,818
home_theatre 客厅影音 place living_room,indoor,home 548,598
dining_table 餐桌 thing furniture,indoor,home 532
desk 书桌 thing furniture,office,indoor 526
sofa 沙发 thing furniture,living_room,indoor,home 831
bed 床 thing furniture,bedroom,indoor,home 564
crib 婴儿床 thing baby,furniture,indoor 516,520,431
wardrobe 衣柜 thing furniture,bedroom,indoor,home 493,894,495
chair 椅子 thing furniture,indoor 559,765
pillow 枕头 thing bedroom,home,indoor 721
quilt 被子 thing bedroom,home,indoor 750
lamp 台灯 thing home,indoor 619,846
curtain 窗帘 thing home,indoor 905,794
window 推拉门窗 thing home,indoor 799,904,789
rug 地垫 thing home,indoor 539,741
vase 花瓶 thing home 883
candle 蜡烛 thing home 470
clock 钟表 thing home 409,530,892
wall_clock 挂钟 thing home,indoor 892
mirror_cabinet 药箱浴室柜 thing bathroom,indoor 648
bathtub 浴缸 thing bathroom,indoor,home 435,876
washbasin 洗手盆 thing bathroom,indoor,home 896
toilet 马桶 thing bathroom,indoor,home 861
toilet_paper 卷纸 thing home,cleaning 999,700
towel 毛巾 thing bathroom,home 434
soap 洗手液 thing beauty,bathroom,cleaning 804
washing_machine 洗衣机 thing appliance,indoor,home 897
vacuum 吸尘器 thing appliance,cleaning,home 882
broom 扫把 thing cleaning,home 462
bucket 水桶 thing cleaning,home 463
iron 熨斗 thing appliance,home 606
fan 风扇 thing appliance,home 545
heater 取暖器 thing appliance,home 811
refrigerator 冰箱 thing appliance,kitchen,indoor 760
microwave 微波炉 thing appliance,kitchen,indoor 651
stove 灶台 thing appliance,kitchen,indoor 827
toaster 面包机 thing appliance,kitchen 859,891
dishwasher 洗碗机 thing appliance,kitchen,indoor 534
slow_cooker 电炖锅 thing appliance,kitchen,kitchenware 521
espresso_maker 咖啡机 thing appliance,drink 550
pan 锅 thing kitchenware,kitchen 544,567,909,469
ladle 勺铲 thing kitchenware,kitchen 618,813,910
mixing_bowl 搅拌碗 thing kitchenware,kitchen 659
bowl 碗 thing kitchenware,food 809
plate 盘菜 thing food 923
teapot 茶壶 thing drink,kitchenware 849
coffee_pot 咖啡壶 thing drink,kitchenware 505
mug 马克杯 thing drink,kitchenware 504
cup 杯子 thing drink 968
pitcher 水壶 thing drink,kitchenware 725,899,901
measuring_cup 量杯 thing kitchenware,kitchen 647
tray 托盘 thing kitchenware 868
water_bottle 水瓶 thing drink 898,737
wine_bottle 酒瓶 thing drink 440,907
glass 酒杯 thing drink 441,572
shaker 调酒壶 thing drink 503
coffee 咖啡 thing drink 967
red_wine 红酒 thing drink 966
eggnog 奶昔饮品 thing drink 969
pizza 披萨 thing food 963
burger 汉堡 thing food 933
hot_dog 热狗 thing food 934
noodles 意面 thing food 959
hot_pot 火锅 thing food 926
soup 汤 thing food 925
burrito 卷饼 thing food 965
meat 肉菜 thing food 962,964
mashed_potato 土豆泥 thing food 935
bread 面包 thing food 930,931,932
dough 面团 thing food,kitchen 961
ice_cream 冰淇淋 thing dessert,food 928,929
cake 甜点 thing dessert,food 927
chocolate 巧克力 thing dessert,food 960
apple 苹果 thing fruit,food 948
strawberry 草莓 thing fruit,food 949
orange 橙子 thing fruit,food 950
lemon 柠檬 thing fruit,food 951
fig 无花果 thing fruit,food 952
pineapple 菠萝 thing fruit,food 953
banana 香蕉 thing fruit,food 954
jackfruit 菠萝蜜 thing fruit,food 955
custard_apple 释迦果 thing fruit,food 956
pomegranate 石榴 thing fruit,food 957
cabbage 卷心菜 thing vegetable,food 936
broccoli 西兰花 thing vegetable,food 937
cauliflower 菜花 thing vegetable,food 938
zucchini 西葫芦 thing vegetable,food 939
pumpkin 南瓜 thing vegetable,food 940-942
cucumber 黄瓜 thing vegetable,food 943
pepper 甜椒 thing vegetable,food 945
artichoke 洋蓟 thing vegetable,food 944
menu 菜单 thing restaurant 922
lipstick 口红 thing beauty 629
perfume 香水 thing beauty 711
lotion 乳液 thing beauty 631
sunscreen 防晒霜 thing beauty 838
powder 粉饼 thing beauty 551
hair_spray 喷雾 thing beauty 585
hair_dryer 吹风机 thing beauty,appliance 589
hair_clip 发夹 thing jewellery,beauty 584
wig 假发 thing beauty 903
necklace 项链 thing jewellery 679
watch 手表 thing jewellery,digital 531
sunglasses 墨镜 thing jewellery 836-837
suit 西装 thing clothes 834,906
dress 礼服裙 thing clothes 578,601,689
wedding 婚礼 place clothes 982
jeans 牛仔裤 thing clothes 608
t_shirt 运动衫 thing clothes 610,841
sweater 毛衣开衫 thing clothes 474,911
coat 大衣 thing clothes 568,869
cloak 斗篷披肩 thing clothes 501,735,824
pajamas 睡衣 thing clothes,bedroom 697
swimsuit 泳装 thing clothes,sea 445,638,639,842
underwear 内衣 thing clothes 459
skirt 短裙 thing clothes 655
kimono 和服 thing clothes 614
gown_scholar 学位服 thing clothes 400,667
lab_coat 白大褂 thing clothes,medical 617
apron 围裙 thing clothes,kitchen 411
sock 袜子 thing clothes 806
glove 手套 thing clothes 658
hat 帽子 thing clothes 515,808,452
bow_tie 领结 thing clothes,jewellery 457
helmet 头盔 thing sport 518,560
mask 面具面罩 thing clothes 643,796
sneakers 运动鞋 thing shoes,sport 770
boots 靴子 thing shoes 514
sandals 凉鞋 thing shoes 774
loafers 皮鞋 thing shoes 630,502
backpack 双肩包 thing bag,travel 414
purse 手提包 thing bag 748,636
wallet 钱包 thing bag 893
plastic_bag 购物袋 thing bag 728
basket 篮子 thing home 588,790
shopping_cart 购物车 thing shop 791
box 纸箱 thing home 478,519
umbrella 雨伞 thing home 879
phone 手机 thing digital 487
laptop 笔记本电脑 thing digital,office 620,681
desktop 台式电脑 thing digital,office 527,664,782
keyboard 键盘 thing digital,office 508,810,878
mouse 鼠标 thing digital,office 673
tablet 平板掌机 thing digital 590,605
camera 相机 thing digital 732,759
tripod 三脚架 thing digital 872
headset_speaker 音箱 thing digital 632
microphone 麦克风 thing digital,music 650
projector 投影仪 thing digital 745
printer 打印机 thing digital,office 713,742
television 电视 thing digital,appliance,living_room,indoor 851
remote 遥控器 thing digital 761
radio 收音机 thing digital 754,482,848
game_pad 游戏手柄 thing digital,toy 613
hard_disk 硬盘 thing digital 592
piano 钢琴 thing music,indoor 579,881
guitar 吉他 thing music 402,546
violin 小提琴 thing music 486,889
drum 鼓 thing music 541
sax 管乐器 thing music 432,513,558,566,776,875
accordion 手风琴 thing music 401
football 足球 thing sport,outdoor 805
basketball 篮球 thing sport 430
volleyball 排球 thing sport 890
tennis 网球 thing sport 752,852
baseball 棒球 thing sport,outdoor 429,981
golf 高尔夫 thing sport,outdoor 574
rugby 橄榄球 thing sport,outdoor 768
billiards 台球 thing sport,indoor 736
table_tennis 乒乓球 thing sport 722
gym 健身器械 thing sport 422,543,702,602,416
boxing 拳击沙袋 thing sport 747
ski 滑雪 thing sport,outdoor 795,802
diving 潜水 thing sport,sea 801,983
swing 秋千 thing outdoor,toy 843
carousel 旋转木马 place outdoor,toy 476
teddy 毛绒玩具 thing toy 850
puzzle 拼图 thing toy 611
piggy_bank 存钱罐 thing toy 719
diaper 纸尿裤 thing baby 529
bib 围兜 thing baby 443
baby_bottle 奶嘴奶瓶 thing baby 680
book 书本 thing stationery 917,921
notebook 文件夹 thing stationery,office 446
pen 笔 thing stationery 418,563
envelope 信封 thing stationery 549
pencil_case 笔盒 thing stationery 709
ruler 尺子 thing stationery,tool 769
paintbrush 画笔 thing stationery 696
screw_driver 螺丝刀 thing tool 784
hammer 锤子 thing tool 587
drill 电钻 thing tool 740
tool_box 工具箱 thing tool 477
lock 锁 thing tool 507,695
sewing_machine 缝纫机 thing tool,appliance 786
syringe 注射器 thing medical 845
pills 药瓶 thing medical 720
vending_machine 自动售货机 thing shop 886
flowerpot 花盆 thing plant,home 738
pumpkin_lantern 南瓜灯 thing toy 607
christmas 圣诞袜 thing home 496
screen_page 网页截图 place digital 916
crowd_event 计分板 thing sport 781
`).map(([key = '', label = '', kind = '', topics = '', classes = '']) => ({
  key,
  label,
  kind: kind === 'place' ? 'place' : 'thing',
  topics: topics.split(','),
  classes: classes.split(',').flatMap(numbersIn),
}));

/** The subjects that the things of the detector speak for. */
export const OBJECT_TOPICS: Readonly<Record<string, string[]>> = {
  bicycle: ['traffic', 'outdoor'],
  car: ['car', 'traffic', 'outdoor'],
  motorcycle: ['traffic', 'outdoor'],
  airplane: ['travel', 'outdoor'],
  bus: ['traffic', 'street', 'outdoor'],
  train: ['traffic', 'travel', 'outdoor'],
  truck: ['traffic', 'outdoor'],
  boat: ['sea', 'outdoor'],
  traffic_light: ['street', 'traffic', 'outdoor'],
  fire_hydrant: ['street', 'outdoor'],
  stop_sign: ['street', 'outdoor'],
  parking_meter: ['street', 'outdoor'],
  bench: ['outdoor'],
  bird: ['animal', 'outdoor'],
  cat: ['pet', 'animal'],
  dog: ['pet', 'animal'],
  horse: ['animal', 'outdoor'],
  sheep: ['animal', 'outdoor'],
  cow: ['animal', 'outdoor'],
  elephant: ['animal', 'outdoor'],
  bear: ['animal'],
  zebra: ['animal', 'outdoor'],
  giraffe: ['animal', 'outdoor'],
  backpack: ['bag'],
  handbag: ['bag'],
  suitcase: ['bag', 'travel'],
  tie: ['clothes'],
  skis: ['sport', 'outdoor'],
  snowboard: ['sport', 'outdoor'],
  sports_ball: ['sport'],
  frisbee: ['sport', 'outdoor'],
  kite: ['outdoor'],
  skateboard: ['sport', 'outdoor'],
  surfboard: ['sport', 'sea', 'outdoor'],
  tennis_racket: ['sport'],
  baseball_bat: ['sport'],
  baseball_glove: ['sport'],
  bottle: ['drink'],
  wine_glass: ['drink'],
  cup: ['drink'],
  fork: ['food'],
  bowl: ['food'],
  banana: ['fruit', 'food'],
  apple: ['fruit', 'food'],
  orange: ['fruit', 'food'],
  sandwich: ['food'],
  broccoli: ['vegetable', 'food'],
  carrot: ['vegetable', 'food'],
  hot_dog: ['food'],
  pizza: ['food'],
  donut: ['dessert', 'food'],
  cake: ['dessert', 'food'],
  chair: ['furniture', 'indoor'],
  couch: ['furniture', 'living_room', 'indoor', 'home'],
  potted_plant: ['plant'],
  bed: ['furniture', 'bedroom', 'indoor', 'home'],
  dining_table: ['furniture', 'indoor'],
  toilet: ['bathroom', 'indoor', 'home'],
  tv: ['digital', 'indoor'],
  laptop: ['digital', 'office', 'indoor'],
  mouse: ['digital', 'office'],
  remote: ['digital'],
  keyboard: ['digital', 'office', 'indoor'],
  cell_phone: ['digital'],
  microwave: ['appliance', 'kitchen', 'indoor'],
  oven: ['appliance', 'kitchen', 'indoor'],
  toaster: ['appliance', 'kitchen', 'indoor'],
  sink: ['kitchen', 'indoor', 'home'],
  refrigerator: ['appliance', 'kitchen', 'indoor'],
  book: ['stationery', 'indoor'],
  clock: ['home'],
  vase: ['home', 'flower'],
  teddy_bear: ['toy'],
  hair_drier: ['beauty', 'appliance'],
  toothbrush: ['bathroom', 'home'],
};

function table(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

/** `281-285` or `281`. */
function numbersIn(range: string): number[] {
  const [from = 0, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
