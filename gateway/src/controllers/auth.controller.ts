import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { signInInput, type SignInInput } from '@site/proto/auth/v1/sessions.schema';
import type { Request } from 'express';
import { MultipartFields } from '../body-parsers.js';
import { Clients } from '../clients.js';
import { success } from '../envelope.js';
import { busy } from '../failures.js';
import { RateLimit } from '../rate-limit.guard.js';
import { CallMetadata, CurrentSession, Public, Roles, type Session } from '../session.guard.js';
import { Describe, schemas } from './api-docs.js';

/** As much of a User-Agent as tells people their devices apart. */
const longestUserAgent = 300;

@ApiTags('sign-in')
@Controller('admin/auth')
export class AuthController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Post('login')
  @HttpCode(200)
  @Public()
  @RateLimit('login')
  @MultipartFields()
  @Describe('Opens a session. The page keeps data as it is.', schemas.session, [400, 401, 429, 503])
  async login(
    @Body({ schema: signInInput }) input: SignInInput,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const { principal, token, expiresAt } = await this.clients.sessions.signIn(
      {
        ...input,
        clientAddress: request.ip ?? '',
        userAgent: (request.get('user-agent') ?? '').slice(0, longestUserAgent),
      },
      metadata,
    );
    if (!principal) throw busy();
    const { id, name, email, role } = principal;
    return success('Signed in successfully', { id, name, email, type: role, token, expires_at: expiresAt });
  }

  @Post('logout')
  @HttpCode(200)
  @Roles('admin', 'moderator')
  @ApiBearerAuth()
  @Describe('Ends the session at once, on every device that has its token.', schemas.nothing, [401, 503])
  async logout(@CurrentSession() session: Session, @CallMetadata() metadata: Metadata) {
    await this.clients.sessions.signOut({ sessionId: session.id }, metadata);
    return success('Signed out successfully', null);
  }
}
