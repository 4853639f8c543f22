import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { GatewayReadiness } from '../../gateway-readiness.js';
import { Public } from '../../edge/session.guard.js';

/** The same two answers as on the internal port, for monitoring from outside. */
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
  @ApiOperation({ summary: 'The process can serve visitors; 503 while it starts and once it stops.' })
  async readyz(@Res() response: Response): Promise<void> {
    const failing = await this.readiness.failing();
    response.status(failing.length ? 503 : 200).json({ ready: failing.length === 0, failing });
  }
}
