import { siteName } from '@site/state/state';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { documentationHeaders } from '../security-headers.js';

export function serveDocumentation(app: NestExpressApplication): void {
  const description = new DocumentBuilder()
    .setTitle(siteName)
    .setDescription(
      'Every response is an envelope: status, action, and data or message and errors. Times are ISO 8601 UTC, ids are UUIDv7.',
    )
    .setVersion('1')
    .addBearerAuth()
    .build();
  app.use('/docs', documentationHeaders);
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, description), {
    customSiteTitle: `${siteName} API`,
  });
}
