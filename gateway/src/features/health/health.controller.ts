import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { GatewayReadiness } from '../../gateway-readiness.js';
import { Public } from '../../edge/session.guard.js';

/** The internal port's health endpoints, for monitoring from outside. */
@ApiTags('health')
@Public()
@Controller()
export class HealthController {
  constructor(@Inject(GatewayReadiness) private readonly readiness: GatewayReadiness) {}

  @Get('healthz')
  @ApiOperation({ summary: 'The process runs.' })
  healthz() {
    return { status: 'ok' };
  }

  @Get('readyz')
  @ApiOperation({
    summary:
      'The process can serve pages and cached reads; 503 while it starts and once it stops. failing names what is down, such as "content: database", also while the status is 200.',
  })
  async readyz(@Res() response: Response): Promise<void> {
    const state = await this.readiness.state();
    response.status(state.ready ? 200 : 503).json(state);
  }
}
