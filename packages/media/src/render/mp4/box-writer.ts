/** Writes nested boxes into one growing buffer; sizes are filled in when a box ends. */
export class BoxWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity = 16 * 1024) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written so far; later writes may move it. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** A box whose content is what `write` writes. */
  box(type: string, write: () => void): void {
    const start = this.#length;
    this.u32(0);
    this.ascii(type);
    write();
    this.#buffer.writeUInt32BE(this.#length - start, start);
  }

  /** A box with version and flags in front. */
  fullBox(type: string, version: number, flags: number, write: () => void): void {
    this.box(type, () => {
      this.u32(version * 2 ** 24 + flags);
      write();
    });
  }

  u32(...values: number[]): void {
    this.#reserve(values.length * 4);
    for (const value of values) this.#length = this.#buffer.writeUInt32BE(value, this.#length);
  }

  u64(value: number): void {
    this.u32(Math.floor(value / 2 ** 32), value % 2 ** 32);
  }

  u16(value: number): void {
    this.#reserve(2);
    this.#length = this.#buffer.writeUInt16BE(value, this.#length);
  }

  ascii(text: string): void {
    this.raw(Buffer.from(text, 'latin1'));
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
