import { describe, expect, test } from 'vitest';
import { clusterFaces, findPerson } from '#vision/clusters.ts';
import { describeShot } from '#vision/describe.ts';
import { tellHands } from '#vision/hands.ts';
import { likeness, normalise } from '#vision/pixels.ts';
import { calibrate, learnProduct, productConfidence, productLikeness } from '#vision/product.ts';
import { SCENE_ROWS, TOPICS } from '#vision/scene-table.ts';
import { emptySight, type Box, type SeenPerson, type Sight } from '#vision/sight.ts';

let seed = 7;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
const direction = (length: number) => normalise(Float32Array.from({ length }, random));
/** A vector near another: `noise` 0 is the same, 1 has as much of something else. */
const near = (vector: Float32Array, noise: number) => {
  const other = direction(vector.length);
  return normalise(vector.map((value, i) => value + noise * other[i]!));
};

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const sightOf = (parts: Partial<Sight>): Sight => ({ ...emptySight(1920, 1080), ...parts });
const namesOf = (sights: Sight[], measures = {}) => describeShot(sights, measures).tags.map(({ name }) => name);
const line = (text: string, place: Box) => sightOf({ text: [{ text, score: 0.95, box: place }] });
const thing = (key: string, label: string, score: number, place = box(0.4, 0.4, 0.2, 0.2)) => ({
  key,
  label,
  score,
  box: place,
});

const joint = (name: string, x: number, y: number) => ({ name, x, y, score: 0.8 });
/** A woman in an orange top and blue trousers, both hands before her. */
const gesturing: SeenPerson = {
  box: box(0.3, 0.1, 0.3, 0.9),
  score: 0.95,
  male: 0.1,
  years: 25,
  points: [
    joint('nose', 0.45, 0.2),
    joint('left_eye', 0.47, 0.18),
    joint('right_eye', 0.43, 0.18),
    joint('left_shoulder', 0.52, 0.35),
    joint('right_shoulder', 0.38, 0.35),
    joint('left_wrist', 0.5, 0.5),
    joint('right_wrist', 0.4, 0.5),
    joint('left_hip', 0.5, 0.75),
    joint('right_hip', 0.4, 0.75),
  ],
  top: [
    { key: 'orange', share: 0.8 },
    { key: 'yellow', share: 0.4 },
  ],
  bottom: [{ key: 'blue', share: 0.7 }],
  hat: [],
};

const whoOf = (male: number) => namesOf([sightOf({ people: 1, persons: [{ ...gesturing, male }] })]);

const inGrey = (grey: number, black: number, face: Partial<SeenPerson> = {}) => {
  const top = [
    { key: 'grey' as const, share: grey },
    { key: 'black' as const, share: black },
  ];
  const { tags, caption } = describeShot([sightOf({ people: 1, persons: [{ ...gesturing, ...face, top }] })], {});
  return [...tags.map(({ name }) => name), caption];
};

describe('persons', () => {
  const people = Array.from({ length: 5 }, () => direction(128));

  test('faces of five people, mixed, make five persons', () => {
    const faces = Array.from({ length: 40 }, (_, i) => near(people[i % 5]!, 0.8));
    const { clusters, of } = clusterFaces(faces);
    expect(clusters.map(({ count }) => count)).toEqual([8, 8, 8, 8, 8]);
    faces.forEach((_, i) => expect(of[i]).toBe(of[i % 5]));
  });

  test('two who look somewhat alike stay two, and a face like both does not join them', () => {
    const one = direction(128);
    const side = direction(128);
    const across = normalise(side.map((value, i) => value - likeness(side, one) * one[i]!));
    const other = across.map((value, i) => 0.36 * one[i]! + Math.sqrt(1 - 0.36 ** 2) * value);
    expect(likeness(one, other)).toBeCloseTo(0.36, 4);
    const between = normalise(one.map((value, i) => value + other[i]!));
    const { clusters, of } = clusterFaces([between, one, near(one, 0.2), other, near(other, 0.2)]);
    expect(clusters.length).toBe(2);
    expect(of[1]).toBe(of[2]);
    expect(of[3]).toBe(of[4]);
    expect(of[1]).not.toBe(of[3]);
  });

  test('a later face goes to the person it belongs to, a stranger gets a place of its own', () => {
    const known = clusterFaces(people.slice(0, 3).flatMap((each) => [near(each, 0.6), near(each, 0.6)])).clusters;
    const { clusters, of } = clusterFaces([near(people[1]!, 0.7), people[4]!], known);
    expect(of).toEqual([1, 3]);
    expect(clusters.map(({ count }) => count)).toEqual([2, 3, 2, 1]);
    expect(findPerson(people[3]!, clusters)).toBeUndefined();
    expect(clusterFaces([]).clusters).toEqual([]);
  });

  test('two faces in one picture are never one person, however alike', () => {
    const one = direction(128);
    const twins = [near(one, 0.3), near(one, 0.3)];
    expect(clusterFaces(twins, [], { pictures: ['a', 'b'] }).clusters.length).toBe(1);
    expect(clusterFaces(twins, [], { pictures: ['a', 'a'] }).clusters.length).toBe(2);
    const known = [{ vector: one, count: 3 }];
    const { of } = clusterFaces([near(one, 0.4), one], known, { pictures: ['a', 'a'] });
    expect(of).toEqual([1, 0]);
  });

  test('what is too little for two faces is enough for several of each', () => {
    const apart = Math.acos(0.41);
    expect(clusterFaces([at(0), at(apart)]).clusters.length).toBe(2);
    expect(clusterFaces([at(0), at(0), at(apart), at(apart)]).clusters.length).toBe(1);
  });
});

describe('a shot in words', () => {
  test('somebody near with a cup indoors, warm and bright', () => {
    const sight = sightOf({
      people: 1,
      faces: [{ box: box(0.4, 0.2, 0.15, 0.3), score: 0.95, vector: direction(128), sharpness: 0.8 }],
      objects: [
        thing('person', '人', 0.95, box(0.2, 0.1, 0.6, 0.9)),
        thing('cup', '杯子', 0.8),
        thing('couch', '沙发', 0.7),
      ],
    });
    const { tags, caption } = describeShot([sight], {
      motion: 1.5,
      brightness: 170,
      sharpness: 300,
      colours: ['#c98a4b', '#7a4a2a', '#ffffff'],
    });
    expect(caption).toBe('一个人，杯子、沙发，室内、客厅，饮品、家居，近景，明亮，缓慢');
    expect(tags).toContainEqual({ tag_type: 'quality', key: 'sharp', name: '清晰', score: 0.8 });
    expect(tags.filter(({ tag_type }) => tag_type === 'text').map(({ name }) => name)).toEqual(['无文字']);
  });

  test.each([
    ['特写', 0.6],
    ['近景', 0.3],
    ['中景', 0.15],
    ['全景', 0.07],
  ])('%s by a face of %s of the height', (name, height) => {
    const face = { box: box(0.4, 0.1, height / 2, height), score: 0.9, vector: direction(128), sharpness: 1 };
    expect(namesOf([sightOf({ people: 1, faces: [face] })])).toContain(name);
  });

  test('a hand in one picture of three makes no person; one missed picture loses none', () => {
    const [none, one] = [sightOf({}), sightOf({ people: 1 })];
    expect(namesOf([none, one, none])).toContain('无人');
    expect(namesOf([one, none, one])).toContain('单人');
    expect(namesOf([sightOf({ people: 7 })])).toContain('多人');
    expect(namesOf([])).toContain('无人');
  });

  test('who wears what and does what is said as people would', () => {
    const sight = sightOf({
      people: 1,
      objects: [thing('person', '人', 0.95, box(0.3, 0.1, 0.3, 0.9))],
      persons: [gesturing],
    });
    const { tags, guesses, caption } = describeShot([sight], {});
    expect(caption).toContain('一个穿橙色上衣的女生，双手比划');
    const names = tags.map(({ tag_type, name }) => `${tag_type}:${name}`);
    expect(names).toEqual(
      expect.arrayContaining(['person:女生', 'person:单人', 'clothes:橙色上衣', 'clothes:蓝色裤子', 'action:手势']),
    );
    // Some would call it yellow: that is found, but not shown.
    expect(guesses.map(({ name }) => name)).toContain('黄色上衣');
    expect(names).not.toContain('clothes:黄色上衣');
  });

  test("of a face that is neither clearly a man's nor a woman's nothing is said", () => {
    expect(whoOf(0.05)).toContain('女生');
    expect(whoOf(0.95)).toContain('男生');
    for (const male of [0.45, 0.5, 0.7]) {
      expect(whoOf(male)).not.toContain('女生');
      expect(whoOf(male)).not.toContain('男生');
    }
  });

  test('things are counted and have colours; glass has none of its own', () => {
    const bottle = (x: number) => ({
      ...thing('bottle', '瓶子', 0.8, box(x, 0.3, 0.1, 0.5)),
      colours: [{ key: 'grey' as const, share: 0.9 }],
    });
    expect(namesOf([sightOf({ objects: [bottle(0.1), bottle(0.4), bottle(0.7)] })])).toContain('三个瓶子');
    expect(namesOf([sightOf({ objects: [bottle(0.1)] })])).not.toContain('灰色瓶子');
    const car = { ...thing('car', '汽车', 0.8), colours: [{ key: 'red' as const, share: 0.6 }] };
    expect(namesOf([sightOf({ objects: [car] })])).toContain('红色汽车');
  });

  test('a car on a large ground is no ship, whatever the classifier takes the ground for', () => {
    const scenes = [
      { key: 'thing.ship', label: '轮船', score: 0.8 },
      { key: 'topic.sea', label: '海边', score: 0.8 },
    ];
    const parked = namesOf([sightOf({ scenes, objects: [thing('car', '汽车', 0.8)] })]);
    expect(parked).toContain('汽车');
    expect(parked).not.toContain('轮船');
    expect(parked).not.toContain('海边');
    expect(namesOf([sightOf({ scenes })])).toEqual(expect.arrayContaining(['轮船', '海边']));
  });

  test('a car from above that may be a phone makes no picture of 数码', () => {
    const scenes = [{ key: 'topic.digital', label: '数码', score: 0.8 }];
    const seen = (score: number) => namesOf([sightOf({ scenes, objects: [thing('cell_phone', '手机', score)] })]);
    expect(seen(0.45)).not.toContain('数码');
    expect(seen(0.8)).toContain('数码');
  });

  test('what is half seen is not counted, and what shines of red is red', () => {
    const bikes = [0.66, 0.55, 0.44].map((score) => thing('motorcycle', '摩托车', score));
    expect(namesOf([sightOf({ objects: bikes })])).not.toContain('两辆摩托车');
    expect(namesOf([sightOf({ objects: bikes.slice(0, 2) })])).toContain('两辆摩托车');
    const people = [0.9, 0.8, 0.45].map((score) => thing('person', '人', score));
    expect(namesOf([sightOf({ people: 2, objects: people })])).not.toContain('两个人');
    expect(namesOf([sightOf({ people: 2, objects: people.slice(0, 2) })])).toContain('两个人');
    const colours = [
      { key: 'pink' as const, share: 0.4 },
      { key: 'red' as const, share: 0.38 },
    ];
    const car = namesOf([sightOf({ objects: [{ ...thing('car', '汽车', 0.7), colours }] })]);
    expect(car).toContain('红色汽车');
    expect(car).not.toContain('粉色汽车');
  });

  test('cloth that is grey and black is called neither, cloth that is grey all over is', () => {
    expect(inGrey(0.57, 0.33)).not.toContain('灰色上衣');
    expect(inGrey(0.85, 0.45)).toContain('灰色上衣');
    // Without a face nobody knows how much of it is shade.
    expect(inGrey(0.85, 0.45, { male: undefined, years: undefined })).not.toContain('灰色上衣');
  });

  test('a caption tells nothing that is only guessed', () => {
    expect(inGrey(0.85, 0.45).at(-1)).toContain('穿灰色上衣的女生');
    expect(inGrey(0.57, 0.33).at(-1)).toContain('一个女生');
    const crowd = Array.from({ length: 7 }, () => thing('person', '人', 0.8));
    expect(describeShot([sightOf({ people: 7, objects: crowd })], {}).caption).toContain('好几个人');
  });

  test('people far away are not counted, and who is half seen decides no framing', () => {
    const far = [0.9, 0.8].map((score) => thing('person', '人', score, box(0.5, 0.7, 0.1, 0.08)));
    expect(namesOf([sightOf({ people: 2, objects: far })])).not.toContain('两个人');
    const half = thing('person', '人', 0.45, box(0, 0, 0.5, 0.7));
    expect(namesOf([sightOf({ objects: [half] })])).not.toContain('全景');
  });

  test('an arm that reaches in is a hand and nobody', () => {
    const arm = box(0.1, 0, 0.15, 0.4);
    const sight = sightOf({
      people: 1,
      objects: [thing('person', '人', 0.55, arm), thing('bottle', '瓶子', 0.8)],
      persons: [{ ...gesturing, box: arm, score: 0.55, male: undefined, years: undefined, points: [] }],
    });
    const names = namesOf([tellHands(sight)]);
    expect(names).toEqual(expect.arrayContaining(['手', '瓶子']));
    expect(names).not.toContain('无人');
    expect(names).not.toContain('橙色上衣');
  });

  test('what somebody may be wearing is not among the scenes, and nobody is a scene', () => {
    const tags = describeShot([sightOf({ people: 1, persons: [gesturing] })], {}).tags;
    expect(tags.filter(({ tag_type }) => tag_type === 'scene')).toEqual([]);
  });

  test('a sure classifier overrules the nearest word of the detector', () => {
    const lemon = sightOf({
      objects: [thing('orange', '橙子', 0.76)],
      scenes: [{ key: 'thing.lemon', label: '柠檬', score: 0.98 }],
    });
    expect(namesOf([lemon])).toContain('柠檬');
    expect(namesOf([lemon])).not.toContain('橙子');
  });

  test('beside people the classifier must be sure, but clothes are believed', () => {
    const person = thing('person', '人', 0.95, box(0.2, 0.1, 0.6, 0.9));
    const scenes = [
      { key: 'thing.gym', label: '健身器械', score: 0.7 },
      { key: 'thing.suit', label: '西装', score: 0.6 },
    ];
    const names = namesOf([sightOf({ people: 1, objects: [person], scenes })]);
    expect(names).toContain('西装');
    expect(names).not.toContain('健身器械');
  });

  test('a dark street is a night view, a bright one is day', () => {
    const street = sightOf({ objects: [thing('car', '汽车', 0.9), thing('bus', '公交车', 0.9)] });
    expect(namesOf([street], { brightness: 35 })).toEqual(expect.arrayContaining(['夜景', '昏暗', '街道']));
    expect(namesOf([street], { brightness: 160 })).toEqual(expect.arrayContaining(['白天', '明亮']));
  });

  test('a subtitle, a corner mark and a poster are told apart', () => {
    expect(namesOf([line('这款杯子真好用', box(0.25, 0.8, 0.5, 0.05))])).toContain('有字幕');
    expect(namesOf([line('某某影视', box(0.85, 0.03, 0.12, 0.03))])).toContain('有水印');
    const poster = namesOf([line('全场五折', box(0.1, 0.2, 0.8, 0.3))]);
    expect(poster).toContain('有文字');
    expect(poster).not.toContain('有字幕');
  });

  test('every row of the table speaks for subjects that exist, with classes that exist', () => {
    const topics = new Set(TOPICS.map(({ key }) => key));
    for (const row of SCENE_ROWS) {
      expect(row.topics.filter((topic) => !topics.has(topic))).toEqual([]);
      expect(row.classes.length).toBeGreaterThan(0);
      for (const each of row.classes) expect(each >= 0 && each < 1000).toBe(true);
    }
    expect(new Set(SCENE_ROWS.map(({ key }) => key)).size).toBe(SCENE_ROWS.length);
  });
});

describe('products', () => {
  const product = direction(256);
  const picture = () => ({ vectors: [near(product, 0.9), near(product, 0.7), direction(256)] });
  const library = Array.from({ length: 400 }, () => [direction(256), direction(256)]);

  test('it is found in shots that show it and in no others', () => {
    const { prototypes, is_enough, advice } = learnProduct(Array.from({ length: 6 }, picture));
    expect([is_enough, advice]).toEqual([true, undefined]);
    const calibration = calibrate(library.map((shot) => productLikeness(prototypes, shot)));
    const confidence = (shot: Float32Array[]) => productConfidence(productLikeness(prototypes, shot), calibration);
    expect(confidence([direction(256), near(product, 0.8)])).toBeGreaterThan(0.8);
    for (const shot of library) expect(confidence(shot)).toBeLessThan(0.5);
  });

  test('too few and nearly identical pictures fail with advice', () => {
    expect(learnProduct([picture(), picture()])).toMatchObject({
      is_enough: false,
      advice: expect.stringContaining('3 张'),
    });
    const one = picture();
    const copies = Array.from({ length: 5 }, () => ({ vectors: one.vectors.map((vector) => near(vector, 0.01)) }));
    expect(learnProduct(copies)).toMatchObject({ is_enough: false, advice: expect.stringContaining('几乎一样') });
    const unrelated = Array.from({ length: 5 }, () => ({ vectors: [direction(256)] }));
    expect(learnProduct(unrelated).advice).toContain('不像同一个商品');
  });

  test('what looks like it and is excluded counts less', () => {
    const lookalike = direction(256);
    const both = Array.from({ length: 4 }, () => ({ vectors: [near(product, 0.6), near(lookalike, 0.2)] }));
    const alike = (excluded: { vectors: Float32Array[] }[]) => {
      const [first] = learnProduct(both, excluded).prototypes;
      return likeness(first!, lookalike);
    };
    expect(alike([])).toBeGreaterThan(0.9);
    expect(alike([{ vectors: [lookalike] }])).toBeLessThan(0.5);
  });

  test('a rejection raises the threshold above it, a confirmation lowers it below', () => {
    const start = calibrate([]).threshold;
    expect(calibrate([], [], [start + 0.1]).threshold).toBeGreaterThan(start + 0.1);
    expect(calibrate([], [start - 0.1]).threshold).toBeLessThan(start - 0.1);
    const mixed = calibrate([], [0.7, 0.75, 0.8], [0.5, 0.6, 0.66]);
    expect(mixed.threshold).toBeGreaterThan(0.66);
    expect(mixed.threshold).toBeLessThan(0.7);
    expect(mixed.precision_est).toBeGreaterThan(calibrate([]).precision_est);
  });
});

/** A direction, turned away from the first axis. */
function at(turn: number): Float32Array {
  return Float32Array.from([Math.cos(turn), Math.sin(turn), 0, 0]);
}
