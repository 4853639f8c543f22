import { Controller, Inject } from '@nestjs/common';
import { invalid } from '@site/proto/grpc';
import {
  TextProductsServiceControllerMethods,
  type GetTextProductRequest,
  type GetTextProductResponse,
  type TextProductsServiceController,
} from '@site/proto/gen/nest/weather/v1/text_products';
import { isTextProductKind } from '@site/domain/weather/text-products';
import { offices } from '@site/state/offices';
import { stateName } from '@site/state/state';
import { TextProducts } from './text-products.js';

@Controller()
@TextProductsServiceControllerMethods()
export class TextProductsController implements TextProductsServiceController {
  constructor(@Inject(TextProducts) private readonly products: TextProducts) {}

  async getTextProduct({ office, kind }: GetTextProductRequest): Promise<GetTextProductResponse> {
    if (!offices.some(({ id }) => id === office)) throw invalid(`must be an office that serves ${stateName}`);
    if (!isTextProductKind(kind)) throw invalid('must be a kind of text product');
    return this.products.newest(office, kind);
  }
}
