import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { nextTurn } from '@site/domain/weather/alert-times';
import { Subject } from 'rxjs';
import { Changes } from '../edge/clients/changes.js';
import { Clients } from '../edge/clients/clients.js';
import { alertData } from './alert-data.js';
import { Section } from './section.js';
import { SourceClock } from './source-clock.js';
import { alertsData, isHotNow, isKnown, type AlertsData } from './weather-answers.js';

/**
 * The newest list of alerts that any replica of the weather proxy has given. Replicas that lag or cannot reach the source are
 * asked like the others, but what they say never replaces what is newer: a warning cannot come and go.
 */

/** Without any notice the list is asked for again after this long. */
export const alertsKeepMs = 5_000;
/** Answers whose clocks are further apart than this cannot be put in order by their times. */
const clocksAgreeMs = 2 * 60_000;

const momentOf = (time: string | undefined) => Date.parse(time ?? '') || 0;

/** Whether `candidate` was true before `kept`. @param now milliseconds since 1970 UTC, by the source's clock */
export function isOlder(candidate: ListAlertsResponse, kept: ListAlertsResponse, now: number): boolean {
  const heardAt = momentOf(candidate.sourceTime);
  const clocksAgree = heardAt === 0 || Math.abs(heardAt - now) < clocksAgreeMs;
  const byTime = clocksAgree ? momentOf(candidate.updatedAt) - momentOf(kept.updatedAt) : 0;
  // Of two answers about the same attempt, the one that knows is right: the other has only lost touch.
  return (byTime || candidate.version - kept.version || Number(candidate.ok) - Number(kept.ok)) < 0;
}

@Injectable()
export class CurrentAlerts implements OnModuleDestroy {
  private readonly section: Section<ListAlertsResponse>;
  /** The answer whose clock was heard: as long as it is kept, it says nothing new about the time. */
  private heard: ListAlertsResponse | undefined;
  /** What is listed, and what else may change what answers say of it. */
  private list: string | undefined;
  private content: string | undefined;
  /** Rises when the list, or what may be said of it, changes: whatever was made from it before must be made anew. */
  changes = 0;
  readonly changed = new Subject<void>();
  /** The list, and whether it is known to be complete. */
  private versioned = '';
  /** The weather proxy's version of its list when `versioned` last changed; 0 before there is one. Almost always the same in all gateways. */
  private version = 0;
  /** The version that answers have been made from. */
  announcedVersion = 0;
  /** The new version, each time it changes and answers have been made from it. */
  readonly versions = new Subject<number>();
  /** When the source was asked by the first answer with the present list; absent while there is none. */
  changedAt: string | undefined;
  /** Runs after every attempt to renew the list, whether it succeeded or not. */
  onAttempt: () => Promise<void> = async () => {};

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(Changes) changes: Changes,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.section = new Section({
      name: 'alerts',
      keepMs: alertsKeepMs,
      load: () => clients.alerts.listAlerts({}),
      isOlder: (candidate, kept) => isOlder(candidate, kept, clock.now()),
      onAttempt: async () => {
        this.take();
        await this.onAttempt();
        this.announceVersion();
      },
      logger,
    });
    changes.notices.subscribe(({ service, topic }) => {
      if (service !== 'weather') return;
      // A warning does not wait; other notices may come in bursts.
      if (topic === 'alerts') void this.section.refresh();
      else this.section.changed();
    });
  }

  private take(): void {
    const { value, state } = this.section;
    if (!value) return;
    if (value !== this.heard) this.clock.hear(value.sourceTime);
    this.heard = value;
    const list = [...value.alerts, ...(value.unlisted ?? [])]
      .map(({ id, revision, ends, expires, unlistedSince }) => [id, revision, ends, expires, unlistedSince].join(' '))
      .join('|');
    if (list !== this.list) {
      this.list = list;
      this.changedAt = value.updatedAt;
    }
    if (`${list}|${value.ok}` !== this.versioned) {
      this.versioned = `${list}|${value.ok}`;
      this.version = value.version;
    }
    const content = [list, value.ok, state].join('|');
    if (content === this.content) return;
    this.content = content;
    this.changes += 1;
    this.changed.next();
  }

  /** Only once the answers have been made from it, so that whoever asks for it then gets it. */
  private announceVersion(): void {
    if (this.version === this.announcedVersion) return;
    this.announcedVersion = this.version;
    this.versions.next(this.version);
  }

  /** Asks the weather proxy now. Never fails. */
  refresh = (): Promise<void> => this.section.refresh();

  /** What may be said now; undefined while nothing was ever heard. */
  data(): AlertsData | undefined {
    const { value, state } = this.section;
    return (
      value && { ...alertsData(value, state !== 'fresh', this.clock.now(), this.clock.times()), version: this.version }
    );
  }

  /** Whether "no alerts" may be said now; undefined while nothing was ever heard. */
  isOk(): boolean | undefined {
    const { value, state } = this.section;
    return value && isKnown(value, state !== 'fresh', this.clock.now());
  }

  /** Whether something severe is in effect, as far as is known. */
  isHot(): boolean {
    return isHotNow((this.section.value?.alerts ?? []).map(alertData), this.clock.now());
  }

  /** Whether there is an alert of this name. */
  lists = (name: string): boolean =>
    this.section.value?.alerts.some(({ id, eventKey }) => id === name || eventKey === name) ?? false;

  /** In how many milliseconds one of the alerts begins or ends next; undefined when none says so. */
  nextTurnInMs(): number | undefined {
    const now = this.clock.now();
    const turn = nextTurn((this.section.value?.alerts ?? []).map(alertData), now);
    return turn === undefined ? undefined : turn - now;
  }

  onModuleDestroy(): void {
    this.section.stop();
  }
}
