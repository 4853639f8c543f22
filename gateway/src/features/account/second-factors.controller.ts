/** Routes where signed-in users manage authenticator apps, passkeys and recovery codes. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import {
  confirmedResponse,
  factorAddedResponse,
  newFactorResponse,
  passkeyOptionsResponse,
  recoveryCodesResponse,
  secondFactorsResponse,
} from '@site/proto/auth/v1/second-factors.responses';
import { completeFactorInput, confirmIdentityInput, startFactorInput } from '@site/proto/auth/v1/second-factors.schema';
import type { SecondFactorsServiceClient } from '@site/proto/gen/nest/auth/v1/second_factors';
import type { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { busy, requireId } from '../../edge/http-errors.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';
import { toFactorProof, factorFrom, newFactorFrom, optionsFrom } from './account-messages.js';

@DashboardController('admin/auth', 'account (dashboard)', 'account')
export class SecondFactorsController {
  private readonly factors;

  constructor(@Inject(Clients) clients: Clients) {
    this.factors = clients.of<SecondFactorsServiceClient>('auth', 'SecondFactorsService');
  }

  @Get('second-factors')
  @Describe('Your second factors, oldest first.', secondFactorsResponse, [401, 503])
  async list(@CallMetadata() metadata: Metadata) {
    const { factors, ...state } = await this.factors.listSecondFactors({}, metadata);
    return success('Second factors', toResponse(secondFactorsResponse, state, { factors: factors.map(factorFrom) }));
  }

  @NeedsRecentSignIn()
  @PostJson('second-factors')
  @Describe('Starts adding one.', newFactorResponse, [400, 401, 403, 415, 422, 429, 503])
  async start(
    @Body({ schema: startFactorInput }) { kind }: z.infer<typeof startFactorInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const newFactor = await this.factors.startFactor({ kind }, metadata);
    return success('Add your second factor', newFactorFrom(newFactor));
  }

  @NeedsRecentSignIn()
  @PostJson('second-factors/confirm')
  @Describe(
    'Adds it, and creates recovery codes if there are none. Notifies you by mail.',
    factorAddedResponse,
    [400, 401, 403, 415, 422, 429, 503],
  )
  async complete(
    @Body({ schema: completeFactorInput }) { label, ...input }: z.infer<typeof completeFactorInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { factor, recoveryCodes } = await this.factors.completeFactor({ label, ...toFactorProof(input) }, metadata);
    if (!factor) throw busy();
    return success('Second Factor Added Successfully', { factor: factorFrom(factor), recovery_codes: recoveryCodes });
  }

  @NeedsRecentSignIn()
  @Post('second-factors/recovery-codes')
  @HttpCode(200)
  @Describe('Creates ten new codes, which replace the old ones.', recoveryCodesResponse, [401, 403, 422, 429, 503])
  async makeRecoveryCodes(@CallMetadata() metadata: Metadata) {
    const { recoveryCodes } = await this.factors.makeRecoveryCodes({}, metadata);
    return success('Recovery Codes Made Successfully', { recovery_codes: recoveryCodes });
  }

  @NeedsRecentSignIn()
  @Delete('second-factors/:id')
  @Describe(
    'Removes one and ends all your other sessions. Notifies you by mail.',
    emptyResponse,
    [401, 403, 404, 422, 429, 503],
  )
  async remove(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const factorId = requireId(id, 'This second factor does not exist.');
    await this.factors.removeFactor({ id: factorId }, metadata);
    return success('Second Factor Removed Successfully', null);
  }

  @Post('confirm/passkey-options')
  @HttpCode(200)
  @Describe('Creates a challenge for confirming with a passkey.', passkeyOptionsResponse, [401, 422, 429, 503])
  async passkeyOptions(@CallMetadata() metadata: Metadata) {
    const { optionsJson } = await this.factors.startPasskeyConfirmation({}, metadata);
    return success('Use your passkey', { options: optionsFrom(optionsJson) });
  }

  @PostJson('confirm')
  @Describe(
    'Confirms your identity with a code or a passkey, or with the password if there is no second factor. Valid for ten minutes.',
    confirmedResponse,
    [400, 401, 415, 429, 503],
  )
  async confirm(
    @Body({ schema: confirmIdentityInput }) input: z.infer<typeof confirmIdentityInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { freshUntil } = await this.factors.confirmIdentity(toFactorProof(input), metadata);
    return success('Confirmed', { fresh_until: freshUntil });
  }
}
