/** `node scripts/compose/image-sizes.mjs`: prints what each image adds to its base; fails when one adds too much. */
import { docker } from './containers.mjs';

const mebibyte = 1024 * 1024;
const nodeBase = process.env.NODE_IMAGE ?? 'node:24-slim';
const nginxBase = process.env.NGINX_IMAGE ?? 'nginxinc/nginx-unprivileged:1.30-alpine';
const images = [
  ...['gateway', 'auth', 'content', 'submissions', 'weather-proxy', 'notifications', 'setup'].map((name) => ({
    name,
    base: nodeBase,
    maxMebibytes: 150,
  })),
  { name: 'web', base: nginxBase, maxMebibytes: 15 },
];

/** Returns MiB; pulls an image that only a build has used so far. @param {string} image */
async function sizeOf(image) {
  const inspect = () => docker(['image', 'inspect', '--format', '{{.Size}}', image]);
  const size = await inspect().catch(() => docker(['pull', '--quiet', image], { timeoutMs: 600_000 }).then(inspect));
  return Number(size) / mebibyte;
}

const version = process.env.VERSION || 'dev';
for (const { name, base, maxMebibytes } of images) {
  const addedSize = (await sizeOf(`arkansas-weather/${name}:${version}`)) - (await sizeOf(base));
  const fits = addedSize <= maxMebibytes;
  if (!fits) process.exitCode = 1;
  const line = `${name.padEnd(15)} ${addedSize.toFixed(1).padStart(6)} MiB above ${base} (at most ${maxMebibytes})`;
  process.stdout.write(`${line}${fits ? '' : '  TOO LARGE'}\n`);
}
