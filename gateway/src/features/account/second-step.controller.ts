/** Routes that complete a sign-in with a second factor, or set one up if the account needs it. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Inject, Req } from '@nestjs/common';
import {
  enrolledResponse,
  newFactorResponse,
  passkeyOptionsResponse,
} from '@site/proto/auth/v1/second-factors.responses';
import {
  completeEnrolmentInput,
  halfSessionInput,
  secondStepInput,
  startEnrolmentInput,
} from '@site/proto/auth/v1/second-factors.schema';
import { sessionResponse } from '@site/proto/auth/v1/sessions.responses';
import type { SecondStepServiceClient } from '@site/proto/gen/nest/auth/v1/second_factors';
import type { Request } from 'express';
import type { z } from 'zod';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PostJson, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { toFactorProof, newFactorFrom, optionsFrom, placeOf, sessionFrom } from './account-messages.js';

/** The second step of a sign-in. Public: the body holds the half session's token, which allows nothing else. */
@PublicController('admin/auth/second-factor', 'sign-in')
@RateLimit('secondStep')
export class SecondStepController {
  private readonly steps;

  constructor(@Inject(Clients) clients: Clients) {
    this.steps = clients.of<SecondStepServiceClient>('auth', 'SecondStepService');
  }

  @PostJson('passkey-options')
  @Describe('Creates a challenge for one of the passkeys.', passkeyOptionsResponse, [400, 401, 415, 422, 429, 503])
  async passkeyOptions(
    @Body({ schema: halfSessionInput }) { half_token: halfToken }: z.infer<typeof halfSessionInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const { optionsJson } = await this.steps.startPasskeyStep({ halfToken }, metadata);
    return success('Use your passkey', { options: optionsFrom(optionsJson) });
  }

  @PostJson('verify')
  @Describe('Signs in with a code, a recovery code or a passkey.', sessionResponse, [400, 401, 415, 429, 503])
  async verify(
    @Body({ schema: secondStepInput }) { half_token: halfToken, ...input }: z.infer<typeof secondStepInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const proof = { halfToken, ...toFactorProof(input), ...placeOf(request) };
    const signedIn = await this.steps.completeStep(proof, metadata);
    return success('Signed in successfully', sessionFrom(signedIn));
  }

  @PostJson('enrol')
  @Describe(
    'Starts adding a second factor for a user who must have one and has none.',
    newFactorResponse,
    [400, 401, 415, 422, 429, 503],
  )
  async enrol(
    @Body({ schema: startEnrolmentInput }) { half_token: halfToken, kind }: z.infer<typeof startEnrolmentInput>,
    @CallMetadata() metadata: Metadata,
  ) {
    const newFactor = await this.steps.startEnrolment({ halfToken, kind }, metadata);
    return success('Add your second factor', newFactorFrom(newFactor));
  }

  @PostJson('enrol/confirm')
  @Describe(
    'Adds it and signs in. The recovery codes are shown only this once.',
    enrolledResponse,
    [400, 401, 415, 422, 429, 503],
  )
  async confirmEnrolment(
    @Body({ schema: completeEnrolmentInput })
    { half_token: halfToken, label, ...input }: z.infer<typeof completeEnrolmentInput>,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
  ) {
    const proof = { halfToken, label, ...toFactorProof(input), ...placeOf(request) };
    const { signedIn, recoveryCodes } = await this.steps.completeEnrolment(proof, metadata);
    return success('Signed in successfully', { session: sessionFrom(signedIn), recovery_codes: recoveryCodes });
  }
}
