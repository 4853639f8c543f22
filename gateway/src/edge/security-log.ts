import type { Metadata } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { currentContext } from '@site/platform/base/request-context';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { GatewayAction } from '@site/domain/audit-kinds';
import type { AuditServiceClient } from '@site/proto/gen/nest/audit/v1/audit';
import { callMetadata, type FieldError } from '@site/proto/grpc';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { Clients } from './clients/clients.js';
import type { Session } from './session.guard.js';

/** Identical refusals of a user or network are recorded once in this time. */
const duplicateDenialMs = 60_000;

/** Records events that only the gateway sees in auth's audit log. */
@Injectable()
export class SecurityLog {
  private readonly recentDenials = new LRUCache<string, true>({ max: 10_000, ttl: duplicateDenialMs });

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  private record(action: GatewayAction, detail: string, clientAddress: string, metadata: Metadata) {
    const audits = this.clients.of<AuditServiceClient>('auth', 'AuditService', 'audit');
    return audits.recordAuditEntry({ action, subjectId: '', detail, clientAddress }, metadata);
  }

  /** Records a refusal without blocking or failing the response. */
  recordRejection(request: Request, error: unknown, status: number, fields: FieldError[] = []): void {
    const action = toAuditAction(request, error, status, fields);
    if (!action) return;
    const caller = (request as { user?: Session }).user?.caller;
    const route = `${request.method} ${(request.route as { path?: string } | undefined)?.path ?? ''}`;
    const key = `${caller?.id ?? addressKeyOf(request.ip)} ${action} ${route}`;
    if (this.recentDenials.has(key)) return;
    this.recentDenials.set(key, true);
    const metadata = callMetadata(currentContext()?.requestId ?? newId(), caller);
    this.record(action, route, request.ip ?? '', metadata).catch((failure: unknown) => {
      this.recentDenials.delete(key);
      this.logger.warn({ err: failure, action, route }, 'could not write a refusal to the audit log');
    });
  }

  /** Records an export before it happens. @throws if recording fails */
  async exported(action: GatewayAction & `${string}.export`, detail: string, metadata: Metadata): Promise<void> {
    await this.record(action, detail, '', metadata);
  }
}

function toAuditAction(
  { path }: Request,
  error: unknown,
  status: number,
  fields: FieldError[],
): GatewayAction | undefined {
  // A 403 with a field only requests further input, such as a password.
  if (status === 403 && fields.length === 0) return 'access.refused';
  // auth records its own limits, because it can name the account.
  if (status === 429 && error instanceof HttpException && path.startsWith('/admin/auth/')) return 'session.limited';
  return undefined;
}
