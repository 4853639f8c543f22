import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  databaseVariables,
  loadConfig,
  parseConfig,
  publicUrl,
  queueVariables,
  secret,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { canonicalEmail } from '@site/domain/email-address';
import { maxLength } from '@site/proto/fields';
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

/** 32 bytes; the text itself is never repeated. */
function sealingKey(text: string, context: z.RefinementCtx): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (key.length !== 32) context.addIssue('must be 32 bytes, as 64 hexadecimal digits or in base64url');
  return key;
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
    .overwrite((typed) => canonicalEmail(typed) ?? '')
    .min(1, 'must be an e-mail address')
    .refine((email) => process.env['NODE_ENV'] !== 'production' || email !== exampleAdmin, 'is the example address')
    .optional(),
  ADMIN_PASSWORD: secret()
    .refine(
      (password) => password.length >= 8 && password.length <= maxLength.password,
      'must have 8 to 128 characters',
    )
    .optional(),
  /**
   * Seals the secrets of authenticator apps in the database: 32 bytes, as 64 hexadecimal digits or in base64url. Whoever loses it
   * loses every app: people then sign in with a recovery code, or have their second factor reset.
   */
  SECOND_FACTOR_KEY: z.string('is missing').transform(sealingKey),
  /** The key before this one: opens what it sealed, which is sealed anew when it is next used. */
  SECOND_FACTOR_KEY_PREVIOUS: z.string().transform(sealingKey).optional(),
  /** Who must have a second factor; nobody when absent. They add one at their next sign-in. */
  REQUIRE_SECOND_FACTOR: z.enum(['admins', 'all'], 'must be admins or all, or absent').optional(),
  /** A session that was not used for so many minutes ends; one that is used ends after 12 hours. */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(1).max(720).default(120),
  /** The site's public address: passkeys are bound to it. */
  PUBLIC_URL: publicUrl,
  /**
   * Whether the worker delivers mail, or only writes it to files; the page for forgotten passwords says which. When absent: yes
   * in production, where mail must be configured, and no elsewhere.
   */
  MAIL_DELIVERED: yesNo.default(() => process.env['NODE_ENV'] === 'production'),
});

/** The gRPC server. */
export const serverConfig = () => loadConfig(serverSchema);

export const parseServerConfig = (environment: NodeJS.ProcessEnv) => parseConfig(serverSchema, environment);
