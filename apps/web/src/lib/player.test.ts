import { expect, test, vi } from 'vitest';
import { createPlayer, type Sound } from './player.ts';

/** A sound whose end comes when the test says so. */
class FakeSound extends EventTarget implements Sound {
  src = '';
  currentTime = 0;
  preload: Sound['preload'] = '';
  isPlaying = false;
  async play() {
    this.isPlaying = true;
  }
  pause() {
    this.isPlaying = false;
  }
  end() {
    this.isPlaying = false;
    this.dispatchEvent(new Event('ended'));
  }
}

function setUp() {
  const sounds: FakeSound[] = [];
  const player = createPlayer(() => {
    const sound = new FakeSound();
    sounds.push(sound);
    return sound;
  });
  const playing = () => sounds.filter(({ isPlaying }) => isPlaying).map(({ src }) => src);
  return { player, playing, sounds };
}

const tick = () => new Promise((done) => setTimeout(done));

test('clips sound one after another, and the next is fetched while one sounds, not earlier and not later', async () => {
  const { player, playing, sounds } = setUp();
  const fetched: string[] = [];
  async function* clips() {
    for (const url of ['a', 'b', 'c']) {
      fetched.push(url);
      yield { clip_id: url, url };
    }
  }
  const over = player.play('piece', clips);
  const heard: [string[], string[]][] = [];
  for (let n = 0; n < 3; n += 1) {
    await tick();
    heard.push([playing(), [...fetched]]);
    sounds.find(({ isPlaying }) => isPlaying)?.end();
  }
  await over;
  expect(heard).toEqual([
    [['a'], ['a', 'b']],
    [['b'], ['a', 'b', 'c']],
    [['c'], ['a', 'b', 'c']],
  ]);
  expect(player.use.getState()).toEqual({ name: null, phase: 'idle', clip: null });
});

test('asking for something else ends what sounds, and its late fetch starts nothing', async () => {
  const { player, playing, sounds } = setUp();
  let deliver = () => {};
  async function* slow() {
    yield { clip_id: 'a', url: 'a' };
    await new Promise<void>((done) => (deliver = done));
    yield { clip_id: 'late', url: 'late' };
  }
  async function* other() {
    yield { clip_id: 'other', url: 'other' };
  }
  const first = player.play('one', slow);
  await tick();
  void player.play('two', other);
  await first;
  deliver();
  await tick();
  expect(playing()).toEqual(['other']);
  expect(sounds.map(({ src }) => src)).not.toContain('late');
  expect(player.use.getState()).toMatchObject({ name: 'two', phase: 'playing' });
});

test('a pause behind a clip is kept, and stop ends it at once', async () => {
  vi.useFakeTimers();
  const { player, playing, sounds } = setUp();
  async function* clips() {
    yield { clip_id: 'a', url: 'a', pause_ms: 500 };
    yield { clip_id: 'b', url: 'b' };
  }
  const over = player.play('piece', clips);
  await vi.advanceTimersByTimeAsync(0);
  sounds[0]?.end();
  await vi.advanceTimersByTimeAsync(499);
  expect(playing()).toEqual([]);
  expect(player.use.getState().phase).toBe('pausing');
  await vi.advanceTimersByTimeAsync(1);
  expect(playing()).toEqual(['b']);
  player.stop();
  await over;
  expect(playing()).toEqual([]);
  vi.useRealTimers();
});

test('a clip that cannot be fetched breaks the play after what came before it has sounded', async () => {
  const { player, playing, sounds } = setUp();
  async function* clips() {
    yield { clip_id: 'a', url: 'a' };
    throw new Error('没有这个音色');
  }
  const over = player.play('piece', clips).catch((error: Error) => error.message);
  await tick();
  expect(playing()).toEqual(['a']);
  sounds[0]?.end();
  expect(await over).toBe('没有这个音色');
  expect(player.use.getState().name).toBeNull();
});

test('a sound that does not load is told, and playing may begin in the middle', async () => {
  const { player, sounds } = setUp();
  async function* clips() {
    yield { clip_id: 'a', url: 'a', from: 1.5 };
  }
  const over = player.play('line', clips).catch((error: Error) => error.message);
  await tick();
  expect(sounds[0]?.currentTime).toBe(1.5);
  expect(player.time()).toBe(1.5);
  sounds[0]?.dispatchEvent(new Event('error'));
  expect(await over).toMatch(/没有加载出来/);
});
