import { CannotStart } from './startup-errors.mjs';

/**
 * Settings required in production; without them this launcher would use its embedded components for trying out the
 * product. Each may also be given as NAME_FILE.
 */
const neededInProduction = [
  ...['DATABASE_URL', 'S3_ENDPOINT'],
  ...(process.env.S3_CREDENTIALS === 'role' ? [] : ['S3_ACCESS_KEY', 'S3_SECRET_KEY']),
  ...['PUBLIC_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'JWT_PRIVATE_KEY', 'SECOND_FACTOR_KEY'],
  ...['NOTIFICATIONS_KEY', 'NOTIFICATIONS_HASH_KEY', 'VAPID_PRIVATE_KEY'],
  ...['SMTP_URL', 'MAIL_FROM'],
];

/** Rejects embedded components and generated values in production. @throws naming the missing settings */
export function refuseHalfProduction({ simulated }) {
  if (process.env.NODE_ENV !== 'production') return;
  if (simulated)
    throw new CannotStart("NODE_ENV=production doesn't allow recorded weather: start it without --simulated.");
  const missing = neededInProduction.filter((name) => !process.env[name] && !process.env[`${name}_FILE`]);
  if (missing.length > 0)
    throw new CannotStart(
      `NODE_ENV=production doesn't allow the embedded stores and development defaults of npm start: set ${missing.join(', ')} (docs/operations/configure.md).`,
    );
}
