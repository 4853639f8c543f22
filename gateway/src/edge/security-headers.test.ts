import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { videoFrames } from '@site/domain/content/videos';
import { setupGateway } from '../testing/given-gateway.js';

const nginx = join(import.meta.dirname, '../../../web/nginx');

describe("nginx's headers", () => {
  const environment = { PUBLIC_URL: 'https://weather.example', LIVECAM_URLS: 'https://cams.example/one' };
  const provided = setupGateway(environment);

  it("have the gateway's frame sources", async () => {
    const created = execFileSync(
      'sh',
      ['-c', '. "$1"; printf %s "$SITE_DOCUMENT_POLICY"', 'sh', join(nginx, 'settings.envsh')],
      {
        env: { PATH: process.env['PATH'], ...environment },
        encoding: 'utf8',
      },
    );
    const framesIn = (policy: string) => /frame-src ([^;]*)/.exec(policy)?.[1];
    const { headers } = await fetch(`${provided.gateway.url}/`);
    expect(framesIn(created)).toBe(`${videoFrames.join(' ')} https://cams.example`);
    expect(framesIn(headers.get('content-security-policy') ?? '')).toBe(framesIn(created));
  });

  it("have the gateway's permissions", async () => {
    const [, permissions] =
      /Permissions-Policy '([^']*)'/.exec(readFileSync(join(nginx, 'site/common-headers.conf'), 'utf8')) ?? [];
    const { headers } = await fetch(`${provided.gateway.url}/`);
    expect(permissions).toContain(videoFrames[0]);
    expect(headers.get('permissions-policy')).toBe(permissions);
  });
});
