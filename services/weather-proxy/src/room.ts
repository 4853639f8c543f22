import type { Provider, Type } from '@nestjs/common';

/** A feature module's controllers and providers. */
export interface Room {
  controllers: Type[];
  providers: Provider[];
}
