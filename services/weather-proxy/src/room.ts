import type { Provider, Type } from '@nestjs/common';

/** What a room gives to the module. */
export interface Room {
  controllers: Type[];
  providers: Provider[];
}
