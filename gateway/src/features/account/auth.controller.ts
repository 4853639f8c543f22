import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  changePasswordInput,
  forgotPasswordInput,
  resetPasswordInput,
  verifyCodeInput,
  type ChangePasswordInput,
  type ForgotPasswordInput,
  type ResetPasswordInput,
  type VerifyCodeInput,
} from '@site/proto/auth/v1/passwords.schema';
import { signInInput, type SignInInput } from '@site/proto/auth/v1/sessions.schema';
import type { Request } from 'express';
import { MultipartFields } from '../../edge/body-parsers.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { busy } from '../../edge/failures.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, CurrentSession, Public, Roles, type Session } from '../../edge/session.guard.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

const text = { type: 'string' };
const resetRequested = {
  type: 'object',
  properties: {
    valid_minutes: { type: 'integer', description: 'How long a code serves after it was mailed.' },
    mail_delivered: { type: 'boolean', description: 'False while this installation only writes mails to files.' },
  },
};
const resetToken = { type: 'object', properties: { reset_token: text } };

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

  @Post('change/password')
  @HttpCode(200)
  @Roles('admin', 'moderator')
  @MultipartFields()
  @ApiBearerAuth()
  @Describe(
    'Changes the own password and ends every own session, this one included.',
    schemas.nothing,
    [400, 401, 429, 503],
  )
  async changePassword(
    @Body({ schema: changePasswordInput }) input: ChangePasswordInput,
    @CallMetadata() metadata: Metadata,
  ) {
    const passwords = { oldPassword: input.old_password, newPassword: input.new_password };
    await this.clients.passwords.changePassword(passwords, metadata);
    return success('Password changed successfully', null);
  }

  @Post('forgot/password')
  @HttpCode(200)
  @Public()
  @RateLimit('reset')
  @MultipartFields()
  @Describe('Mails a code to the address, if it is known. The answer does not tell.', resetRequested, [400, 429, 503])
  async forgotPassword(
    @Body({ schema: forgotPasswordInput }) { email }: ForgotPasswordInput,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const { validMinutes, mailDelivered } = await this.clients.passwords.requestReset(
      { email, clientAddress: request.ip ?? '' },
      metadata,
    );
    return success('If this address belongs to an account, a code is on its way to it.', {
      valid_minutes: validMinutes,
      mail_delivered: mailDelivered,
    });
  }

  @Post('verify/otp')
  @HttpCode(200)
  @Public()
  @RateLimit('reset')
  @MultipartFields()
  @Describe('Exchanges a mailed code for a token that serves once, for 15 minutes.', resetToken, [400, 429, 503])
  async verifyCode(
    @Body({ schema: verifyCodeInput }) { email, code }: VerifyCodeInput,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const answer = await this.clients.passwords.verifyResetCode(
      { email, code, clientAddress: request.ip ?? '' },
      metadata,
    );
    return success('Code confirmed', { reset_token: answer.resetToken });
  }

  @Post('reset/password')
  @HttpCode(200)
  @Public()
  @RateLimit('reset')
  @MultipartFields()
  @Describe('Sets a password with such a token and ends every session.', schemas.nothing, [400, 429, 503])
  async resetPassword(
    @Body({ schema: resetPasswordInput }) input: ResetPasswordInput,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    await this.clients.passwords.resetPassword(
      { resetToken: input.reset_token, newPassword: input.new_password, clientAddress: request.ip ?? '' },
      metadata,
    );
    return success('Password reset successfully', null);
  }
}
