/** Hashes passwords, a few at a time. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '@site/proto/grpc';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. About 75 ms of one core. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** Four concurrent hashes use two cores and 76 MiB; sixteen more wait for about a second. */
const atOnce = 4;
const maxWaiting = 16;
const retryAfterSeconds = 2;

/** Limits how many expensive tasks run and wait; rejects the rest at once, so that a flood costs little. */
export class Gate {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws UNAVAILABLE when too many are waiting */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.atOnce) {
      if (this.queue.length >= this.maxWaiting) {
        throw unavailable('Too many people are signing in right now. Please try again in a moment.', retryAfterSeconds);
      }
      // A finishing task hands over its slot, so that no other can take it.
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** Hashes passwords with argon2id: 19 MiB and two passes, the OWASP minimum. */
export class Passwords {
  /** Verified for an unknown address, which then takes as long as a known one. */
  private readonly dummy = hash(randomBytes(32), parameters);

  constructor(private readonly gate = new Gate(atOnce, maxWaiting)) {}

  /** @throws UNAVAILABLE when too many hashes are in progress */
  hash(password: string): Promise<string> {
    return this.gate.run(() => hash(password, parameters));
  }

  /** Without a hash, returns false after the same work. @throws like `hash` */
  verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.gate.run(async () => {
      const right = await verify(passwordHash ?? (await this.dummy), password);
      return right && passwordHash !== undefined;
    });
  }

  /** Returns whether the hash has other than the current parameters. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(currentPrefix);
  }
}
