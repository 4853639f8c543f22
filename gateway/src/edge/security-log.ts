import type { Metadata } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { currentContext } from '@site/platform/base/request-context';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { GatewayAction } from '@site/domain/audit-kinds';
import type { AuditServiceClient } from '@site/proto/gen/nest/audit/v1/audit';
import { callMetadata, type FieldError } from '@site/proto/grpc';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from './client-network.js';
import { Clients } from './clients/clients.js';
import type { Session } from './session.guard.js';

/** The same refusal of the same person or network is written down once in this time: asking on must not fill the log. */
const sameRefusalMs = 60_000;

/** What only the gateway sees of the audit log's matter: it is kept with that of auth. */
@Injectable()
export class SecurityLog {
  private readonly told = new LRUCache<string, true>({ max: 10_000, ttl: sameRefusalMs });

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  private record(action: GatewayAction, detail: string, clientAddress: string, metadata: Metadata) {
    const audits = this.clients.of<AuditServiceClient>('auth', 'AuditService', 'audit');
    return audits.recordAuditEntry({ action, subjectId: '', detail, clientAddress }, metadata);
  }

  /**
   * Writes down an answer that refused somebody what they have no right to, or another try to sign in. Nobody waits for it: a
   * refusal holds even when it cannot be written down.
   */
  refused(request: Request, error: unknown, status: number, fields: FieldError[] = []): void {
    const action = refusalOf(request, error, status, fields);
    if (!action) return;
    const caller = (request as { user?: Session }).user?.caller;
    const route = `${request.method} ${(request.route as { path?: string } | undefined)?.path ?? ''}`;
    const key = `${caller?.id ?? clientNetwork(request.ip)} ${action} ${route}`;
    if (this.told.has(key)) return;
    this.told.set(key, true);
    const metadata = callMetadata(currentContext()?.requestId ?? newId(), caller);
    this.record(action, route, request.ip ?? '', metadata).catch((failure: unknown) => {
      this.told.delete(key);
      this.logger.warn({ err: failure, action, route }, 'a refusal could not be written into the audit log');
    });
  }

  /** Writes down that people's data leaves the house, before it does. @throws when it cannot be written down */
  async exported(action: GatewayAction & `${string}.export`, detail: string, metadata: Metadata): Promise<void> {
    await this.record(action, detail, '', metadata);
  }
}

/** What an answer is in the log; undefined for what it need not tell. */
function refusalOf({ path }: Request, error: unknown, status: number, fields: FieldError[]): GatewayAction | undefined {
  // With a field it only asks for something more, a password for instance.
  if (status === 403 && fields.length === 0) return 'access.refused';
  // Where auth counts, it knows the account, and writes it down itself.
  if (status === 429 && error instanceof HttpException && path.startsWith('/admin/auth/')) return 'session.limited';
  return undefined;
}
