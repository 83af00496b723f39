import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ssmlOf } from '#providers/azure.ts';
import { FILM_WITH, HEAR_WITH, SPEAK_WITH, SWAP_WITH } from '#providers/index.ts';
import { type FilmWith, ProviderError, type ProviderConfig } from '#providers/provider.ts';
import { type Conversation, startSocketDouble } from '#testing/socket-double.ts';

const KEY = 'secret-key-1234';
const SOUND = Buffer.from('RIFF-sound');
const request = { text: '你好', voice: 'v1', rate: 1.2, emotion: null };
const never = new AbortController().signal;

type Asked = { path: string; headers: IncomingMessage['headers']; body: Buffer };

/** A service over HTTP that answers as told and remembers what it was asked. */
async function startDouble(answer: (asked: Asked, response: ServerResponse, count: number) => void) {
  const asked: Asked[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const one = { path: message.url ?? '', headers: message.headers, body: Buffer.concat(chunks) };
      asked.push(one);
      answer(one, response, asked.length);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config: ProviderConfig = { url, key: KEY, model: '', app: '' };
  return { config, asked, json: (n = 0) => JSON.parse(asked[n]?.body.toString() ?? '{}') as Record<string, never> };
}

async function socketConfig(converse: Conversation): Promise<ProviderConfig> {
  const { url, close } = await startSocketDouble(converse);
  onTestFinished(close);
  return { url, key: KEY, model: '', app: '' };
}

test('OpenAI speech: what is sent, and the sound that comes back', async () => {
  const { config, asked, json } = await startDouble((_, response) =>
    response.setHeader('content-type', 'audio/wav').end(SOUND),
  );
  const { bytes, words } = await SPEAK_WITH.openai(config, { ...request, emotion: '开心' }, never);
  expect(Buffer.from(bytes)).toEqual(SOUND);
  expect(words).toBeNull();
  expect(asked[0]).toMatchObject({ path: '/v1/audio/speech', headers: { authorization: `Bearer ${KEY}` } });
  expect(json()).toMatchObject({
    input: '你好',
    voice: 'v1',
    speed: 1.2,
    response_format: 'wav',
    instructions: '开心',
  });
});

test('Azure speech: text is escaped, so nothing in it is carried out', async () => {
  const { config, asked } = await startDouble((_, response) => response.end(SOUND));
  const text = '<break time="9s"/> & "引号"\u0007';
  await SPEAK_WITH.azure(config, { text, voice: 'zh-CN-XiaoxiaoNeural', rate: 0.9, emotion: 'cheerful' }, never);
  expect(asked[0]?.headers['ocp-apim-subscription-key']).toBe(KEY);
  const ssml = asked[0]?.body.toString() ?? '';
  expect(ssml).toContain('&lt;break time=&quot;9s&quot;/&gt; &amp; &quot;引号&quot;</prosody>');
  expect(ssml).toContain('rate="-10%"');
  expect(ssml).toContain('style="cheerful"');
  expect(ssmlOf({ ...request, voice: '"/><a' })).not.toContain('"/><a');
});

test('Volcengine: pieces of sound are joined and word times taken, its error codes told apart', async () => {
  const lines = [
    { code: 0, data: SOUND.subarray(0, 4).toString('base64') },
    { code: 0, data: null, sentence: { text: '你好', words: [{ word: '你', startTime: 0.1, endTime: 0.3 }] } },
    { code: 0, data: SOUND.subarray(4).toString('base64') },
    { code: 20_000_000, message: 'ok' },
  ];
  let answer = lines.map((line) => JSON.stringify(line)).join('\n');
  const { config, asked, json } = await startDouble((_, response) => response.end(answer));
  const spoken = await SPEAK_WITH.volcengine(config, request, never);
  expect(Buffer.from(spoken.bytes)).toEqual(SOUND);
  expect(spoken.words).toEqual([{ text: '你', start: 0.1, end: 0.3 }]);
  expect(asked[0]?.headers).toMatchObject({ 'x-api-key': KEY, 'x-api-resource-id': 'seed-tts-2.0' });
  expect(json()).toMatchObject({ req_params: { text: '你好', speaker: 'v1', audio_params: { speech_rate: 20 } } });

  answer = JSON.stringify({ code: 45_000_010, message: 'grant not found' });
  await expect(SPEAK_WITH.volcengine(config, request, never)).rejects.toMatchObject({ kind: 'refused-key' });
  answer = lines
    .slice(0, 1)
    .map((line) => JSON.stringify(line))
    .join('\n');
  await expect(SPEAK_WITH.volcengine(config, request, never)).rejects.toMatchObject({ kind: 'bad-answer' });
});

test('MiniMax: sound comes as hexadecimal text, refusals inside a 200', async () => {
  let answer: object = { data: { audio: SOUND.toString('hex'), status: 2 }, base_resp: { status_code: 0 } };
  const { config, asked, json } = await startDouble((_, response) => response.end(JSON.stringify(answer)));
  const { bytes } = await SPEAK_WITH.minimax({ ...config, app: 'g 1' }, { ...request, emotion: 'happy' }, never);
  expect(Buffer.from(bytes)).toEqual(SOUND);
  expect(asked[0]?.path).toBe('/v1/t2a_v2?GroupId=g%201');
  expect(json()).toMatchObject({ voice_setting: { voice_id: 'v1', speed: 1.2, emotion: 'happy' } });
  for (const [status_code, kind] of [
    [1004, 'refused-key'],
    [1008, 'no-credit'],
    [2013, 'bad-request'],
  ]) {
    answer = { base_resp: { status_code, status_msg: 'x' } };
    await expect(SPEAK_WITH.minimax(config, request, never)).rejects.toMatchObject({ kind });
  }
});

test('CosyVoice: waits for the start, sends the text, joins frames and takes word times; a failed task says why', async () => {
  const actions: string[] = [];
  const told: unknown[] = [];
  const sentence = { words: [{ text: '你好', begin_time: 120, end_time: 480 }] };
  const config = await socketConfig((send, _end, headers) => (message) => {
    const { header, payload } = JSON.parse(String(message)) as {
      header: { action: string };
      payload: { input: { text?: string } };
    };
    actions.push(header.action);
    if (header.action === 'run-task') {
      const failed = { header: { event: 'task-failed', error_code: 'InvalidApiKey', error_message: 'no' } };
      send(JSON.stringify(headers.authorization === `bearer ${KEY}` ? { header: { event: 'task-started' } } : failed));
    }
    if (header.action === 'continue-task') {
      told.push(payload.input.text);
      send(SOUND.subarray(0, 4));
      send(
        JSON.stringify({
          header: { event: 'result-generated' },
          payload: { output: { type: 'sentence-end', sentence } },
        }),
      );
      send(SOUND.subarray(4));
      send(JSON.stringify({ header: { event: 'task-finished' } }));
    }
  });
  const { bytes, words } = await SPEAK_WITH.cosyvoice(config, request, never);
  expect(Buffer.from(bytes)).toEqual(SOUND);
  expect(words).toEqual([{ text: '你好', start: 0.12, end: 0.48 }]);
  expect(actions).toEqual(['run-task', 'continue-task', 'finish-task']);
  expect(told).toEqual(['你好']);
  const wrong = SPEAK_WITH.cosyvoice({ ...config, key: 'other' }, request, never);
  await expect(wrong).rejects.toMatchObject({ kind: 'refused-key' });
});

test('a busy service is asked again, a refusing one is not, and the key is in no message', async () => {
  const busy = await startDouble((_, response, count) => {
    if (count < 3) response.writeHead(count === 1 ? 429 : 503).end('slow down');
    else response.end(SOUND);
  });
  expect(Buffer.from((await SPEAK_WITH.openai(busy.config, request, never)).bytes)).toEqual(SOUND);
  expect(busy.asked).toHaveLength(3);

  const refusing = await startDouble((_, response) => response.writeHead(401).end('{"error":"bad key"}'));
  const error = await SPEAK_WITH.openai(refusing.config, request, never).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ kind: 'refused-key', message: expect.stringContaining('密钥') });
  expect(JSON.stringify([error, String(error)])).not.toContain(KEY);
  expect(refusing.asked).toHaveLength(1);
});

test('a service that is gone, sends us elsewhere, or never ends is given up', async () => {
  const gone = { url: 'http://127.0.0.1:9', key: KEY, model: '', app: '' };
  await expect(SPEAK_WITH.openai(gone, request, never)).rejects.toMatchObject({ kind: 'unreachable' });
  const elsewhere = await startDouble((_, response) => response.writeHead(307, { location: gone.url }).end());
  await expect(SPEAK_WITH.openai(elsewhere.config, request, never)).rejects.toMatchObject({ kind: 'unreachable' });

  const slow = await startDouble(() => {});
  const leaving = new AbortController();
  const answer = SPEAK_WITH.openai(slow.config, request, leaving.signal);
  setTimeout(() => leaving.abort(), 100);
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('OpenAI and whisper.cpp listening: words by their times, alone or inside the segments', async () => {
  const openai = await startDouble((_, response) =>
    response.end(
      JSON.stringify({
        language: 'chinese',
        segments: [
          { start: 0, end: 1, text: ' 你好' },
          { start: 1, end: 2, text: '世界' },
        ],
        words: [
          { word: '你好', start: 0.1, end: 0.9 },
          { word: '世界', start: 1.1, end: 1.9 },
        ],
      }),
    ),
  );
  const heard = await HEAR_WITH.openai(openai.config, { wav: SOUND, language: 'zh', known_words: ['MagSafe'] }, never);
  expect(heard.segments).toEqual([
    { start: 0, end: 1, text: '你好', words: [{ text: '你好', start: 0.1, end: 0.9 }] },
    { start: 1, end: 2, text: '世界', words: [{ text: '世界', start: 1.1, end: 1.9 }] },
  ]);
  expect(openai.asked[0]?.body.toString('latin1')).toContain('name="language"\r\n\r\nzh');
  expect(openai.asked[0]?.body.toString('latin1')).toContain('name="prompt"\r\n\r\nMagSafe');

  const own = await startDouble((_, response) =>
    response.end(
      JSON.stringify({
        text: 'a',
        segments: [{ start: 0, end: 1, text: 'a', words: [{ word: ' a', start: 0, end: 1 }] }],
      }),
    ),
  );
  const { segments } = await HEAR_WITH['whisper-server'](
    own.config,
    { wav: SOUND, language: null, known_words: [] },
    never,
  );
  expect(segments[0]?.words).toEqual([{ text: 'a', start: 0, end: 1 }]);
  expect(own.asked[0]?.path).toBe('/inference');
});

test('FunASR: the sound goes in pieces between two words, sentences come back with character times', async () => {
  const heard: (string | Uint8Array)[] = [];
  const config = await socketConfig((send) => (message) => {
    heard.push(message);
    if (typeof message === 'string' && message.includes('"is_speaking":false')) {
      const stamp_sents = [
        {
          text_seg: '大 家 hello',
          punc: '，',
          start: 100,
          end: 900,
          ts_list: [
            [100, 300],
            [300, 500],
            [500, 900],
          ],
        },
      ];
      send(JSON.stringify({ mode: 'offline', text: '大家hello，', is_final: true, stamp_sents }));
    }
  });
  const { segments } = await HEAR_WITH.funasr(
    config,
    { wav: new Uint8Array(1_500_000), language: 'zh', known_words: ['云台'] },
    never,
  );
  expect(JSON.parse(heard[0] as string)).toMatchObject({ hotwords: '{"云台":20}' });
  expect(heard.filter((message) => typeof message !== 'string').map(({ length }) => length)).toEqual([
    1 << 20,
    1_500_000 - (1 << 20),
  ]);
  expect(segments).toEqual([
    {
      start: 0.1,
      end: 0.9,
      text: '大家hello，',
      words: [
        { text: '大', start: 0.1, end: 0.3 },
        { text: '家', start: 0.3, end: 0.5 },
        { text: 'hello', start: 0.5, end: 0.9 },
      ],
    },
  ]);
});

test('HeyGen is given addresses, and its film is found wherever it puts it', async () => {
  const answers: object[] = [
    { data: { execution_id: 'x1' } },
    { data: { status: 'running' } },
    { data: { status: 'completed', output: { video: { video_url: 'https://cdn.example/film.mp4' } } } },
    { data: { status: 'failed', error: 'no face detected' } },
    { data: {} },
  ];
  const { config, asked, json } = await startDouble((_, response, count) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[count - 1])),
  );
  const given = {
    film: '',
    picture: new Uint8Array(),
    film_url: 'https://us/film.mp4',
    picture_url: 'https://us/face.jpg',
  };
  const account = { ...config, timeout_ms: 5000 };
  const ticket = await SWAP_WITH.heygen.submit(account, given, never);
  expect(asked[0]).toMatchObject({ path: '/v1/workflows/executions', headers: { 'x-api-key': KEY } });
  expect(json()).toEqual({
    workflow_type: 'FaceswapNode',
    input: { source_image_url: 'https://us/face.jpg', target_video_url: 'https://us/film.mp4' },
  });
  const look = () => SWAP_WITH.heygen.look(account, ticket, never);
  expect(await look()).toEqual({ state: 'waiting', progress: null });
  expect(await look()).toEqual({ state: 'made', output: { films: [{ url: 'https://cdn.example/film.mp4' }] } });
  await expect(look()).rejects.toMatchObject({ kind: 'no-face' });
  // It said yes, and not to what.
  await expect(SWAP_WITH.heygen.submit(account, given, never)).rejects.toMatchObject({ kind: 'unclear' });
});

test('films: each model is asked for the sizes, lengths and last pictures that it has', async () => {
  const answers = { id: 'j', task_id: 'j', output: { task_id: 'j' }, base_resp: { status_code: 0 } };
  const { config, asked, json } = await startDouble((_, response) => response.end(JSON.stringify(answers)));
  const film = {
    image: 'first',
    tail: null as string | null,
    prompt: '',
    negative: '糊',
    duration: 5,
    ratio: '9:16',
    camera: null,
    mode: 'std' as const,
    cfg_scale: 0.5,
    seed: 7,
    brushes: [],
  };
  const send = async (
    kind: keyof typeof FILM_WITH,
    model: string,
    more: Partial<Record<keyof typeof film, unknown>>,
  ) => {
    const client: FilmWith = FILM_WITH[kind];
    const wish = { ...film, ...more } as typeof film;
    await client.submit({ ...config, model, timeout_ms: 5000 }, wish, never);
    return json(asked.length - 1);
  };
  // Runway's own take a first picture; those of others between two, without sound, which costs more.
  expect(await send('runway', '', { duration: 10 })).toEqual({
    model: 'gen4_turbo',
    promptImage: [{ uri: 'data:image/jpeg;base64,first', position: 'first' }],
    ratio: '720:1280',
    duration: 10,
    seed: 7,
  });
  expect(await send('runway', 'gen4.5', {})).toMatchObject({ promptText: '让画面自然地动起来' });
  expect(await send('runway', 'veo3.1', { tail: 'last', mode: 'pro', ratio: '16:9' })).toEqual({
    model: 'veo3.1',
    promptImage: [
      { uri: 'data:image/jpeg;base64,first', position: 'first' },
      { uri: 'data:image/jpeg;base64,last', position: 'last' },
    ],
    negativePrompt: '糊',
    ratio: '1920:1080',
    duration: 4,
    audio: false,
  });
  expect(await send('dashscope', 'wan2.2-i2v-plus', {})).toMatchObject({
    input: { img_url: 'data:image/jpeg;base64,first', negative_prompt: '糊' },
    parameters: { resolution: '480P', duration: 5 },
  });
  expect(await send('dashscope', 'wan2.7-i2v', { tail: 'last', mode: 'pro' })).toMatchObject({
    input: { media: [{ type: 'first_frame' }, { type: 'last_frame', url: 'data:image/jpeg;base64,last' }] },
    parameters: { resolution: '1080P' },
  });
  expect(await send('minimax', 'I2V-01-live', { mode: 'pro' })).toMatchObject({ resolution: '720P', duration: 6 });
  expect(await send('ark', 'doubao-seedance-2-0-fast-260128', { mode: 'pro' })).toMatchObject({
    resolution: '720p',
    generate_audio: false,
  });
  expect(await send('ark', '', { mode: 'pro' })).not.toHaveProperty('generate_audio');

  const tails: [keyof typeof FILM_WITH, string, readonly string[]][] = [
    ['runway', '', []],
    ['runway', 'gen4.5', []],
    ['runway', 'seedance2_fast', ['std', 'pro']],
    ['ark', 'doubao-seedance-1-0-pro-fast-251015', []],
    ['ark', '', ['std', 'pro']],
    ['minimax', '', ['std', 'pro']],
    ['minimax', 'MiniMax-Hailuo-2.3', []],
    ['dashscope', '', []],
    ['dashscope', 'wan2.2-kf2v-flash', ['std', 'pro']],
    ['kling', 'kling-v2-6', ['pro']],
    ['kling', 'kling-2.5-turbo', []],
    ['openai', '', []],
  ];
  for (const [kind, model, modes] of tails) {
    expect([kind, model, FILM_WITH[kind].limitsOf({ model }).tail_modes]).toEqual([kind, model, modes]);
  }
  expect(FILM_WITH.dashscope.limitsOf({ model: 'wan2.2-kf2v-flash' }).needs_tail).toBe(true);

  // No answer at all: nobody knows whether it was taken.
  const mute = await startDouble(() => {});
  const asking = FILM_WITH.kling.submit({ ...mute.config, timeout_ms: 50 }, film, never);
  await expect(asking).rejects.toMatchObject({ kind: 'unclear' });

  // Kling says by a number of its own what went wrong.
  const codes: [number, string][] = [
    [1301, 'refused-content'],
    [1102, 'no-credit'],
    [1201, 'bad-request'],
  ];
  for (const [code, kind] of codes) {
    const said = JSON.stringify({ code, message: 'no' });
    const refusing = await startDouble((_, response) => response.writeHead(400).end(said));
    const refused = FILM_WITH.kling.submit({ ...refusing.config, timeout_ms: 5000 }, film, never);
    await expect(refused).rejects.toMatchObject({ kind });
  }

  // Its own trouble says nothing of a job that is asked about, and of one that is given not whether it was taken.
  const troubles: ['kling' | 'minimax', number, object, [given: string, asked: string]][] = [
    ['kling', 504, { code: 5002, message: 'timeout' }, ['unclear', 'busy']],
    ['kling', 200, { code: 5000, message: 'internal' }, ['unclear', 'busy']],
    ['kling', 200, { code: 9999, message: 'new' }, ['failed', 'bad-answer']],
    ['minimax', 200, { base_resp: { status_code: 1033 } }, ['unclear', 'busy']],
    ['minimax', 200, { base_resp: { status_code: 1039 } }, ['busy', 'busy']],
    ['minimax', 200, { base_resp: { status_code: 9999 } }, ['failed', 'bad-answer']],
  ];
  for (const [service, status, said, kinds] of troubles) {
    const { config } = await startDouble((_, response) => response.writeHead(status).end(JSON.stringify(said)));
    const { submit, look } = FILM_WITH[service];
    const settings = { ...config, timeout_ms: 5000 };
    const given = submit(settings, film, never).catch(({ kind }: ProviderError) => kind);
    const looked = look(settings, { id: 'a', task_id: 'a' }, never).catch(({ kind }: ProviderError) => kind);
    expect([said, await given, await looked]).toEqual([said, ...kinds]);
  }
});
