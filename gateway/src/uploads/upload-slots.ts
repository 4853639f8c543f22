import { busy } from '../edge/failures.js';

/**
 * How many uploads may be under way in this process, and of one network. Each holds a temporary file and a share of the disk
 * and the object store; one more than that is told at once to come again, instead of waiting in a queue nobody sees.
 */
export class UploadSlots {
  private readonly byNetwork = new Map<string, number>();
  private taken = 0;

  constructor(
    private readonly most = 16,
    /** Binds where several gateways or a larger `most` let one network have more than its share. */
    private readonly mostPerNetwork = 20,
  ) {}

  /** Uploads under way. */
  get inFlight(): number {
    return this.taken;
  }

  /**
   * Takes a slot for a client's network.
   * @returns gives the slot back; further calls do nothing
   * @throws 503 with Retry-After when none is free
   */
  take(network: string): () => void {
    const ofNetwork = this.byNetwork.get(network) ?? 0;
    if (this.taken >= this.most || ofNetwork >= this.mostPerNetwork) {
      throw busy('Too many pictures are being sent at the moment. Please try again in a few seconds.', 3);
    }
    this.taken += 1;
    this.byNetwork.set(network, ofNetwork + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.taken -= 1;
      const left = (this.byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
    };
  }
}
