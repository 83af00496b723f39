/**
 * Parts of real pictures and what people call their colour, named by eye before anything was run: file, second (of a
 * film), place in fractions of the picture, and the names that nobody would object to.
 */
export type ColourCrop = { file: string; at: number | null; box: [number, number, number, number]; names: string[] };

export const COLOUR_CROPS: ColourCrop[] = `
photos/astronaut.jpg - 0.15,0.55,0.2,0.15 橙色,红色
photos/astronaut.jpg - 0.62,0.78,0.15,0.15 黑色
photos/astronaut.jpg - 0.32,0.06,0.2,0.07 棕色,黄色,橙色
photos/chelsea.jpg - 0.35,0.05,0.25,0.15 棕色,橙色,米色
photos/coffee.jpg - 0.15,0.55,0.1,0.15 红色,橙色,棕色
photos/coffee.jpg - 0.42,0.33,0.15,0.06 橙色,棕色,黄色
photos/coffee.jpg - 0.78,0.12,0.18,0.2 棕色,橙色,红色
photos/coffee.jpg - 0.33,0.58,0.08,0.08 红色,棕色
photos/kodak-01.jpg - 0.31,0.56,0.08,0.25 红色
photos/kodak-01.jpg - 0.25,0.08,0.04,0.18 红色
photos/kodak-01.jpg - 0.45,0.35,0.35,0.1 灰色,米色,绿色
photos/kodak-02.jpg - 0.05,0.05,0.3,0.18 红色,橙色
photos/kodak-02.jpg - 0.31,0.41,0.06,0.08 白色,米色,灰色
photos/kodak-03.jpg - 0.15,0.2,0.18,0.12 黄色,绿色
photos/kodak-03.jpg - 0.44,0.4,0.1,0.08 橙色,红色
photos/kodak-03.jpg - 0.615,0.49,0.07,0.08 绿色
photos/kodak-03.jpg - 0.745,0.57,0.05,0.07 粉色,红色
photos/kodak-03.jpg - 0.84,0.66,0.05,0.05 蓝色
photos/kodak-03.jpg - 0.5,0.05,0.15,0.12 蓝色,灰色
photos/kodak-04.jpg - 0.28,0.08,0.35,0.08 红色
photos/kodak-04.jpg - 0.8,0.67,0.15,0.08 粉色,紫色
photos/kodak-04.jpg - 0.52,0.28,0.25,0.05 黄色,棕色,米色,橙色
photos/kodak-05.jpg - 0.34,0.435,0.08,0.025 黄色
photos/kodak-05.jpg - 0.12,0.55,0.05,0.08 绿色
photos/kodak-05.jpg - 0.85,0.12,0.1,0.08 绿色,棕色,灰色
photos/kodak-06.jpg - 0.5,0.78,0.35,0.12 绿色,青色
photos/kodak-06.jpg - 0.12,0.05,0.25,0.08 黄色,米色,绿色
photos/kodak-09.jpg - 0.56,0.46,0.18,0.035 蓝色,紫色
photos/kodak-09.jpg - 0.55,0.575,0.18,0.025 黄色
photos/kodak-09.jpg - 0.15,0.88,0.4,0.07 灰色,蓝色,黑色
photos/kodak-09.jpg - 0.58,0.36,0.15,0.05 白色,灰色
photos/kodak-10.jpg - 0.2,0.3,0.15,0.08 白色,灰色,米色
photos/kodak-10.jpg - 0.8,0.02,0.07,0.08 蓝色
photos/kodak-12.jpg - 0.4,0.395,0.04,0.05 红色,橙色
photos/kodak-12.jpg - 0.315,0.65,0.04,0.05 粉色
photos/kodak-12.jpg - 0.62,0.87,0.3,0.08 米色,白色,黄色
photos/kodak-12.jpg - 0.05,0.35,0.2,0.08 绿色,青色,米色
photos/kodak-14.jpg - 0.37,0.75,0.2,0.04 黄色
photos/kodak-14.jpg - 0.13,0.27,0.04,0.05 红色,橙色
photos/kodak-14.jpg - 0.555,0.54,0.03,0.06 红色,橙色
photos/kodak-15.jpg - 0.22,0.78,0.12,0.12 红色
photos/kodak-15.jpg - 0.05,0.2,0.15,0.35 白色,青色,绿色
photos/kodak-17.jpg - 0.15,0.62,0.18,0.12 白色,灰色
photos/kodak-17.jpg - 0.57,0.65,0.2,0.1 黄色,棕色,橙色
photos/kodak-18.jpg - 0.52,0.6,0.1,0.12 黑色,灰色,蓝色
photos/kodak-18.jpg - 0.62,0.05,0.3,0.08 绿色,黑色
photos/kodak-19.jpg - 0.53,0.36,0.12,0.12 白色,米色
photos/kodak-19.jpg - 0.35,0.87,0.35,0.08 绿色,棕色,黄色
photos/kodak-19.jpg - 0.12,0.12,0.25,0.08 灰色,蓝色,白色
photos/kodak-21.jpg - 0.1,0.2,0.25,0.1 蓝色,青色
photos/kodak-21.jpg - 0.11,0.445,0.12,0.04 红色,棕色
photos/kodak-21.jpg - 0.43,0.38,0.03,0.15 白色,米色
photos/kodak-23.jpg - 0.66,0.62,0.1,0.15 红色
photos/kodak-23.jpg - 0.24,0.72,0.08,0.15 黄色
photos/kodak-23.jpg - 0.39,0.88,0.07,0.08 蓝色,青色
photos/rocket.jpg - 0.6,0.1,0.12,0.2 蓝色
book.mkv 2 0.4,0.62,0.14,0.18 橙色,黄色
book.mkv 2 0.79,0.25,0.12,0.3 蓝色
book.mkv 2 0.63,0.12,0.08,0.15 白色,灰色
again.mkv 1.4 0.43,0.91,0.15,0.07 蓝色
again.mkv 1.4 0.31,0.45,0.04,0.1 黑色,灰色
milk.mkv 0.9 0.43,0.5,0.1,0.2 灰色
milk.mkv 0.9 0.42,0.88,0.12,0.08 黑色,灰色
walk.mkv 1.6 0.4,0.65,0.14,0.18 橙色,黄色
classroom.mp4 1.5 0.27,0.71,0.07,0.06 蓝色
classroom.mp4 1.5 0.645,0.67,0.05,0.07 黑色,蓝色
classroom.mp4 1.5 0.07,0.9,0.2,0.06 白色,灰色
face-demographics-walking.mp4 2.3 0.36,0.65,0.06,0.1 白色,米色,灰色
face-demographics-walking.mp4 2.3 0.58,0.88,0.05,0.08 蓝色,灰色
head-pose-face-detection-female.mp4 1.5 0.42,0.87,0.1,0.1 绿色,灰色,黑色
bottle-detection.mp4 1 0.48,0.32,0.015,0.03 蓝色
car-detection.mp4 1 0.3,0.3,0.4,0.4 灰色,黑色
`
  .trim()
  .split('\n')
  .map((line) => {
    const [file = '', at = '-', box = '', names = ''] = line.split(' ');
    return {
      file,
      at: at === '-' ? null : Number(at),
      box: box.split(',').map(Number) as ColourCrop['box'],
      names: names.split(','),
    };
  });
