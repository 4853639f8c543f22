import { newFactorAnswer, secondFactorAnswer, type NewFactor } from '@site/proto/auth/v1/second-factors.answers';
import type {
  NewFactor as NewFactorMessage,
  SecondFactor as SecondFactorMessage,
} from '@site/proto/gen/nest/auth/v1/second_factors';
import { z } from 'zod';
import { answerFrom } from '../../answers/answer-from.js';
import { busy } from '../../edge/failures.js';

const webauthnOptions = z.looseObject({});

export const optionsFrom = (json: string) => webauthnOptions.parse(JSON.parse(json));

/** @throws 503 if auth's response lacks the factor */
export function newFactorFrom(message: NewFactorMessage | undefined): NewFactor {
  if (!message) throw busy();
  const { secret, uri, optionsJson } = message;
  return answerFrom(newFactorAnswer, message, {
    secret: secret || null,
    uri: uri || null,
    options: optionsJson ? optionsFrom(optionsJson) : null,
  });
}

export const factorFrom = (message: SecondFactorMessage) => answerFrom(secondFactorAnswer, message);

export const answerToFactor = ({
  recovery_code: recoveryCode,
  passkey,
  ...others
}: {
  code?: string | undefined;
  password?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: object | undefined;
}) => ({ ...others, recoveryCode, passkeyJson: passkey && JSON.stringify(passkey) });
