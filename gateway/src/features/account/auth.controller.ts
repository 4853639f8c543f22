/** Routes for signing in and out, and for changing or resetting a password. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { emptyResponse } from '@site/proto/responses';
import { resetRequestedResponse, resetTokenResponse } from '@site/proto/auth/v1/passwords.responses';
import {
  changePasswordInput,
  forgotPasswordInput,
  resetPasswordInput,
  verifyCodeInput,
} from '@site/proto/auth/v1/passwords.schema';
import { secondStepResponse, signInResponse, stepMethod, type SignIn } from '@site/proto/auth/v1/sessions.responses';
import { signInInput } from '@site/proto/auth/v1/sessions.schema';
import type { PasswordsServiceClient } from '@site/proto/gen/nest/auth/v1/passwords';
import type { Request } from 'express';
import { z } from 'zod';
import { MultipartFields } from '../../edge/body-parsers.js';
import { Describe } from '../../edge/api/api-docs.js';
import { toResponse } from '../../responses/response-from.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { Allowed, CallMetadata, CurrentSession, Public, type Session } from '../../edge/session.guard.js';
import { placeOf, sessionFrom } from './account-messages.js';

@ApiTags('sign-in')
@Controller('admin/auth')
export class AuthController {
  private readonly passwords;

  constructor(@Inject(Clients) private readonly clients: Clients) {
    this.passwords = clients.of<PasswordsServiceClient>('auth', 'PasswordsService');
  }

  @Post('login')
  @HttpCode(200)
  @Public()
  @RateLimit('login')
  @MultipartFields()
  @Describe(
    'Signs in. Pages store data unchanged, unless it contains second_factor_required.',
    signInResponse,
    [400, 401, 429, 503],
  )
  async login(
    @Body({ schema: signInInput }) input: z.infer<typeof signInInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const response = await this.clients.sessions.signIn({ ...input, ...placeOf(request) }, metadata);
    const { secondStep } = response;
    if (!secondStep) return success<SignIn>('Signed in successfully', sessionFrom(response));
    return success<SignIn>(
      secondStep.enrol ? 'Your account needs a second factor' : 'Please confirm with your second factor',
      toResponse(secondStepResponse, secondStep, {
        second_factor_required: true,
        methods: z.array(stepMethod).parse(secondStep.methods),
      }),
    );
  }

  @Post('logout')
  @HttpCode(200)
  @Allowed('account')
  @ApiBearerAuth()
  @Describe('Ends the session immediately, wherever its token is used.', emptyResponse, [401, 503])
  async logout(@CurrentSession() session: Session, @CallMetadata() metadata: Metadata) {
    await this.clients.sessions.signOut({ id: session.id }, metadata);
    return success('Signed out successfully', null);
  }

  @Post('change/password')
  @HttpCode(200)
  @Allowed('account')
  @MultipartFields()
  @ApiBearerAuth()
  @Describe(
    'Changes your password and ends all your sessions, including this one.',
    emptyResponse,
    [400, 401, 429, 503],
  )
  async changePassword(
    @Body({ schema: changePasswordInput }) input: z.infer<typeof changePasswordInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const passwords = { oldPassword: input.old_password, newPassword: input.new_password };
    await this.passwords.changePassword(passwords, metadata);
    return success('Password changed successfully', null);
  }

  @Post('forgot/password')
  @HttpCode(200)
  @Public()
  @RateLimit('reset')
  @MultipartFields()
  @Describe(
    'Mails a code to the address if it belongs to an account. The response is the same either way.',
    resetRequestedResponse,
    [400, 429, 503],
  )
  async forgotPassword(
    @Body({ schema: forgotPasswordInput }) { email }: z.infer<typeof forgotPasswordInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const { validMinutes, mailDelivered } = await this.passwords.requestReset(
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
  @Describe(
    'Exchanges a mailed code for a single-use token, valid for 15 minutes.',
    resetTokenResponse,
    [400, 429, 503],
  )
  async verifyCode(
    @Body({ schema: verifyCodeInput }) { email, code }: z.infer<typeof verifyCodeInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const response = await this.passwords.verifyResetCode({ email, code, clientAddress: request.ip ?? '' }, metadata);
    return success('Code confirmed', { reset_token: response.resetToken });
  }

  @Post('reset/password')
  @HttpCode(200)
  @Public()
  @RateLimit('reset')
  @MultipartFields()
  @Describe('Sets a new password with that token and ends all sessions of the account.', emptyResponse, [400, 429, 503])
  async resetPassword(
    @Body({ schema: resetPasswordInput }) input: z.infer<typeof resetPasswordInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    await this.passwords.resetPassword(
      { resetToken: input.reset_token, newPassword: input.new_password, clientAddress: request.ip ?? '' },
      metadata,
    );
    return success('Password reset successfully', null);
  }
}
