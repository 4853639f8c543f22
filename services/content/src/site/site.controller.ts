import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { addPicture } from '@site/platform/pictures';
import {
  SiteServiceControllerMethods,
  type CreateHeaderRequest,
  type CreateHeaderResponse,
  type CreateLogoRequest,
  type CreateLogoResponse,
  type DeleteHeaderRequest,
  type DeleteLogoRequest,
  type GetHeaderRequest,
  type GetHeaderResponse,
  type GetLogoRequest,
  type GetLogoResponse,
  type SiteHeader,
  type SiteLogo,
  type SiteServiceController,
  type UpdateHeaderRequest,
  type UpdateHeaderResponse,
  type UpdateLogoRequest,
  type UpdateLogoResponse,
} from '@site/proto/gen/nest/content/v1/site';
import { logoImageField, logoImageLabel } from '@site/proto/content/v1/site.schema';
import { invalid } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { createRow, deleteRow, editRow, readAdmin } from '../editing.js';
import { kinds } from '../kinds.js';
import { headerMessage, headers, liveHeader, liveLogo, logoMessage, logos } from '../messages.sql.js';

/** The one header and the one logo: a unique index of each table refuses a second one that is not deleted. */
@Controller()
@SiteServiceControllerMethods()
export class SiteController implements SiteServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async getHeader(_request: GetHeaderRequest, metadata?: Metadata): Promise<GetHeaderResponse> {
    readAdmin(metadata);
    return { header: await this.findHeader(liveHeader) };
  }

  async createHeader({ header, idempotency }: CreateHeaderRequest, metadata?: Metadata): Promise<CreateHeaderResponse> {
    const claim = { idempotency, caller: readAdmin(metadata) };
    const { id, replayed } = await createRow(this.dataSource, kinds.header, claim, () => Promise.resolve({ header }));
    return { header: await this.findHeader(`${headers} WHERE header.id = $1`, [id]), replayed };
  }

  async updateHeader(request: UpdateHeaderRequest, metadata?: Metadata): Promise<UpdateHeaderResponse> {
    const { header } = request;
    const edit = { ...request, caller: readAdmin(metadata) };
    const { id, replayed } = await editRow(this.dataSource, kinds.header, edit, () => Promise.resolve({ header }));
    return { header: await this.findHeader(`${headers} WHERE header.id = $1`, [id]), replayed };
  }

  async deleteHeader({ id }: DeleteHeaderRequest, metadata?: Metadata) {
    await deleteRow(this.dataSource, kinds.header, id, readAdmin(metadata));
    return {};
  }

  async getLogo(_request: GetLogoRequest, metadata?: Metadata): Promise<GetLogoResponse> {
    readAdmin(metadata);
    return { logo: await this.findLogo(liveLogo) };
  }

  async createLogo({ logo, idempotency }: CreateLogoRequest, metadata?: Metadata): Promise<CreateLogoResponse> {
    const claim = { idempotency, caller: readAdmin(metadata) };
    const message = `${logoImageLabel} is required`;
    if (!logo) throw invalid(message, [{ field: logoImageField, message }]);
    const { id, replayed } = await createRow(this.dataSource, kinds.logo, claim, async (manager) => ({
      pictureId: await addPicture(manager, logo, 'logo', true),
    }));
    return { logo: await this.findLogo(`${logos} WHERE logo.id = $1`, [id]), replayed };
  }

  async updateLogo(request: UpdateLogoRequest, metadata?: Metadata): Promise<UpdateLogoResponse> {
    const { logo } = request;
    const edit = { ...request, caller: readAdmin(metadata) };
    const { id, replayed } = await editRow(this.dataSource, kinds.logo, edit, async (manager) =>
      logo ? { pictureId: await addPicture(manager, logo, 'logo', true) } : {},
    );
    return { logo: await this.findLogo(`${logos} WHERE logo.id = $1`, [id]), replayed };
  }

  async deleteLogo({ id }: DeleteLogoRequest, metadata?: Metadata) {
    await deleteRow(this.dataSource, kinds.logo, id, readAdmin(metadata));
    return {};
  }

  private async findHeader(from: string, values: unknown[] = []): Promise<SiteHeader | undefined> {
    const [row] = await this.dataSource.query<{ header: SiteHeader }[]>(
      `SELECT ${headerMessage} AS header FROM ${from}`,
      values,
    );
    return row?.header;
  }

  private async findLogo(from: string, values: unknown[] = []): Promise<SiteLogo | undefined> {
    const [row] = await this.dataSource.query<{ logo: SiteLogo }[]>(
      `SELECT ${logoMessage} AS logo FROM ${from}`,
      values,
    );
    return row?.logo;
  }
}
