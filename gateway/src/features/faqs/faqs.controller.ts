import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendPrepared } from '../../answers/prepared.js';
import { PublicAnswers } from '../../answers/public-answers.js';
import { Public } from '../../edge/session.guard.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

@ApiTags('faqs')
@Public()
@Controller('main/faqs')
export class FaqsController {
  constructor(@Inject(PublicAnswers) private readonly answers: PublicAnswers) {}

  @Get()
  @Describe('Frequently asked questions, oldest first.', schemas.faqs, [503])
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendPrepared(request, response, await this.answers.wait('/main/faqs'));
  }
}
