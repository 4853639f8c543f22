/** Environment variables of the auth service: signing and encryption keys, first admin, sessions, passkeys. */
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

/** Restores line breaks, which some secret stores remove from PEM. */
const unfolded = (pem: string) => pem.replaceAll('\\n', '\n');

function isEs256Key(pem: string, parse: (pem: string) => KeyObject): boolean {
  try {
    return parse(unfolded(pem)).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Parses 32 bytes; errors never repeat the text. */
function sealingKey(text: string, context: z.RefinementCtx): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (key.length !== 32) context.addIssue('must be 32 bytes, as 64 hexadecimal digits or in base64url');
  return key;
}

/** For development; rejected in production. */
const exampleAdmin = 'admin@example.com';

export const serverSchema = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...queueVariables,
  /** Signs session tokens. Only this process has it; the gateway requests the public half. */
  JWT_PRIVATE_KEY: z
    .string('is missing')
    .refine((pem) => isEs256Key(pem, createPrivateKey), 'must be an EC P-256 private key in PEM')
    .transform((pem) => createPrivateKey(unfolded(pem))),
  /** The previous key, private or public: its tokens stay valid until they expire (12 hours). */
  JWT_PRIVATE_KEY_PREVIOUS: z
    .string()
    .refine((pem) => isEs256Key(pem, createPublicKey), 'must be an EC P-256 key in PEM')
    .transform((pem) => createPublicKey(unfolded(pem)))
    .optional(),
  /** The first admin, created only if there is none. */
  ADMIN_EMAIL: z
    .string()
    .overwrite((typed) => canonicalEmail(typed) ?? '')
    .min(1, 'must be an email address')
    .refine((email) => process.env['NODE_ENV'] !== 'production' || email !== exampleAdmin, 'is the example address')
    .optional(),
  ADMIN_PASSWORD: secret()
    .refine(
      (password) => password.length >= 8 && password.length <= maxLength.password,
      'must have 8 to 128 characters',
    )
    .optional(),
  /**
   * Encrypts the secrets of authenticator apps: 32 bytes, as 64 hexadecimal digits or in base64url. Losing it disables
   * every app: users then sign in with a recovery code, or have their second factor reset.
   */
  SECOND_FACTOR_KEY: z.string('is missing').transform(sealingKey),
  /** The previous key: decrypts its secrets, which are reencrypted when next used. */
  SECOND_FACTOR_KEY_PREVIOUS: z.string().transform(sealingKey).optional(),
  /** Who must have a second factor, added at their next sign-in; default: no one. */
  REQUIRE_SECOND_FACTOR: z.enum(['admins', 'all'], 'must be admins or all, or absent').optional(),
  /** Idle timeout in minutes; an active session ends after 12 hours. */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(1).max(720).default(120),
  /** The site's address, which passkeys are bound to. */
  PUBLIC_URL: publicUrl,
  /**
   * Whether the worker delivers email or only writes files; the page for forgotten passwords says which. Defaults to
   * yes in production only.
   */
  MAIL_DELIVERED: yesNo.default(() => process.env['NODE_ENV'] === 'production'),
});

export const serverConfig = () => loadConfig(serverSchema);

export const parseServerConfig = (environment: NodeJS.ProcessEnv) => parseConfig(serverSchema, environment);
