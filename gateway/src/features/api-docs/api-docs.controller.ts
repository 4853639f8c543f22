import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendPrepared, type Prepared } from '../../responses/prepared-response.js';
import { missing } from '../../edge/http-errors.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { documentationPolicy } from '../../edge/security-headers.js';
import { Public } from '../../edge/session.guard.js';
import { ApiDocuments } from './api-documents.js';

/** Describes the API to everyone; in production without the dashboard. */
@ApiExcludeController()
@Public()
@RateLimit('docs')
@Controller()
export class ApiDocsController {
  constructor(@Inject(ApiDocuments) private readonly documents: ApiDocuments) {}

  @Get('docs-json')
  async json(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.documents.visible('json'));
  }

  @Get('docs-yaml')
  async yaml(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.documents.visible('yaml'));
  }

  @Get('docs')
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.file('index.html', request, response);
  }

  @Get('docs/:file')
  async file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const prepared: Prepared | undefined = await this.documents.file(name);
    if (!prepared) throw missing('This page does not exist.');
    response.setHeader('Content-Security-Policy', documentationPolicy);
    sendPrepared(request, response, prepared);
  }
}

/** Describes the whole API to administrators. */
@ApiExcludeController()
@RateLimit('docs')
@Controller('admin')
export class FullApiDocsController {
  constructor(@Inject(ApiDocuments) private readonly documents: ApiDocuments) {}

  @Get('docs-json')
  async json(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.documents.complete('json'));
  }

  @Get('docs-yaml')
  async yaml(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.documents.complete('yaml'));
  }
}
