import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  databaseVariables,
  loadConfig,
  parseConfig,
  queueVariables,
  secret,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { emailPattern, maxLength } from '@site/proto/fields';
import { z } from 'zod';

/** Undoes the one-line PEM that some secret stores make. */
const unfolded = (pem: string) => pem.replaceAll('\\n', '\n');

function isEs256Key(pem: string, parse: (pem: string) => KeyObject): boolean {
  try {
    return parse(unfolded(pem)).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** The first admin of a development machine; refused in production. */
const exampleAdmin = 'admin@example.com';

export const serverSchema = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...queueVariables,
  /** Signs session tokens. Only this process has it; the gateway asks for the public half. */
  JWT_PRIVATE_KEY: z
    .string('is missing')
    .refine((pem) => isEs256Key(pem, createPrivateKey), 'must be an EC P-256 private key in PEM')
    .transform((pem) => createPrivateKey(unfolded(pem))),
  /** The key before this one, private or public: its tokens stay valid until they expire (12 hours). */
  JWT_PRIVATE_KEY_PREVIOUS: z
    .string()
    .refine((pem) => isEs256Key(pem, createPublicKey), 'must be an EC P-256 key in PEM')
    .transform((pem) => createPublicKey(unfolded(pem)))
    .optional(),
  /** The first admin; used only while there is none, and not needed afterwards. */
  ADMIN_EMAIL: z
    .string()
    .trim()
    .max(maxLength.email)
    .regex(emailPattern, 'must be an e-mail address')
    .refine((email) => process.env['NODE_ENV'] !== 'production' || email !== exampleAdmin, 'is the example address')
    .optional(),
  ADMIN_PASSWORD: secret()
    .refine(
      (password) => password.length >= 8 && password.length <= maxLength.password,
      'must have 8 to 128 characters',
    )
    .optional(),
  /**
   * Whether the worker delivers mail, or only writes it to files; the page for forgotten passwords says which. When absent: yes
   * in production, where mail must be configured, and no elsewhere.
   */
  MAIL_DELIVERED: yesNo.default(() => process.env['NODE_ENV'] === 'production'),
});

/** The gRPC server. */
export const serverConfig = () => loadConfig(serverSchema);

export const parseServerConfig = (environment: NodeJS.ProcessEnv) => parseConfig(serverSchema, environment);
