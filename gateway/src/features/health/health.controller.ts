import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { GatewayReadiness } from '../../gateway-readiness.js';
import { Public } from '../../edge/session.guard.js';

/** The internal port's health endpoints, for monitoring. */
@ApiTags('health')
@Public()
@Controller()
export class HealthController {
  constructor(@Inject(GatewayReadiness) private readonly readiness: GatewayReadiness) {}

  @Get('healthz')
  @ApiOperation({ summary: 'The process is running.' })
  healthz() {
    return { status: 'ok' };
  }

  @Get('readyz')
  @ApiOperation({
    summary:
      'The process can serve pages and cached reads; 503 during startup and shutdown. failing lists what is down, such as "content: database", even if the status is 200.',
  })
  async readyz(@Res() response: Response): Promise<void> {
    const state = await this.readiness.state();
    response.status(state.ready ? 200 : 503).json(state);
  }
}
