import { boxesOf } from '#render/mp4/box-reader.ts';

/** What a decoder of H.264 is told before the first picture (`avcC`): sets of parameters, by which pictures refer to them. */
export type AvcConfig = {
  profile: number;
  compatibility: number;
  level: number;
  lengthBytes: number;
  sequences: Buffer[];
  pictures: Buffer[];
  /** Of profiles from High on. */
  extension: Buffer;
};

/** Bytes of a `stsd` box before its first entry, and of an entry before its child boxes. */
const [HEAD, ENTRY] = [16, 86];
const HIGH_PROFILES = [100, 110, 122, 144, 244];
const MOST_SEQUENCES = 31;
const MOST_PICTURES = 255;

/** The configuration of a `stsd` box with one entry of H.264; null where it holds something else. */
export function readAvcConfig(stsd: Buffer): AvcConfig | null {
  const config = configBox(stsd);
  if (!config || stsd.readUInt32BE(12) !== 1 || config.length < 7 || config[0] !== 1) return null;
  let at = 6;
  const sets = (count: number): Buffer[] =>
    Array.from({ length: count }, () => {
      const size = config.readUInt16BE(at);
      const set = config.subarray(at + 2, at + 2 + size);
      at += 2 + size;
      return set;
    });
  const sequences = sets(config[5]! & 31);
  const pictures = sets(config[at++]!);
  const [profile, compatibility, level] = [config[1]!, config[2]!, config[3]!];
  const lengthBytes = (config[4]! & 3) + 1;
  return { profile, compatibility, level, lengthBytes, sequences, pictures, extension: config.subarray(at) };
}

/** The number of a set of sequence or picture parameters. */
export function setNumber(set: Buffer): number {
  // A set of sequence parameters has its profile, constraints and level in front.
  const start = (set[0]! & 31) === 7 ? 4 : 1;
  const bits = [...set.subarray(start, start + 6)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const zeros = bits.indexOf('1');
  return parseInt(bits.slice(zeros, 2 * zeros + 1), 2) - 1;
}

/** A description with the parameters of both: pictures of either may follow one another. */
export function joinAvcConfigs(stsd: Buffer, added: AvcConfig): Buffer | null {
  const own = readAvcConfig(stsd);
  if (!own) return null;
  const sequences = [...own.sequences, ...added.sequences];
  const pictures = [...own.pictures, ...added.pictures];
  if (sequences.length > MOST_SEQUENCES || pictures.length > MOST_PICTURES) return null;
  const higher = added.profile > own.profile ? added : own;
  // 4:2:0 with eight bits, which is all that comes here.
  const plain = HIGH_PROFILES.includes(higher.profile) ? Buffer.from([0xfd, 0xf8, 0xf8, 0]) : Buffer.alloc(0);
  const content = Buffer.concat([
    Buffer.from([1, higher.profile, own.compatibility & added.compatibility, Math.max(own.level, added.level), 0xff]),
    Buffer.from([0xe0 | sequences.length]),
    ...sequences.map(withSize),
    Buffer.from([pictures.length]),
    ...pictures.map(withSize),
    higher.extension.length > 0 ? higher.extension : plain,
  ]);
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('avcC', 'latin1'), content]);
  box.writeUInt32BE(box.length, 0);
  const others = childrenOf(stsd).filter(({ type }) => type !== 'avcC');
  const joined = Buffer.concat([
    stsd.subarray(0, HEAD + ENTRY),
    box,
    ...others.map(({ start, end }) => stsd.subarray(start, end)),
  ]);
  joined.writeUInt32BE(joined.length, 0);
  joined.writeUInt32BE(joined.length - HEAD, HEAD);
  return joined;
}

function withSize(set: Buffer): Buffer {
  return Buffer.concat([Buffer.from([set.length >> 8, set.length & 255]), set]);
}

function configBox(stsd: Buffer): Buffer | null {
  if (stsd.length < HEAD + ENTRY || stsd.toString('latin1', HEAD + 4, HEAD + 8) !== 'avc1') return null;
  const found = childrenOf(stsd).find(({ type }) => type === 'avcC');
  return found ? stsd.subarray(found.content, found.end) : null;
}

function childrenOf(stsd: Buffer) {
  return [...boxesOf(stsd, HEAD + ENTRY, HEAD + stsd.readUInt32BE(HEAD))];
}
