import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A value kept in a twentieth of its room, and out of the heap: a forecast is 150 kB of objects and 8 kB in here. Packing takes
 * 0.7 ms, unpacking 1.1 ms: little beside asking a provider, and a place on a storm day is asked for every few seconds at most.
 */
export class Packed<Value> {
  private constructor(private readonly packed: Buffer) {}

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
