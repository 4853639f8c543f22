import { Controller, Inject } from '@nestjs/common';
import {
  PeopleServiceControllerMethods,
  type ListReviewersResponse,
  type PeopleServiceController,
} from '@site/proto/gen/nest/auth/v1/people';
import { DataSource } from 'typeorm';
import { Person } from './person.entity.js';

@Controller()
@PeopleServiceControllerMethods()
export class PeopleController implements PeopleServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listReviewers(): Promise<ListReviewersResponse> {
    const people = await this.dataSource.getRepository(Person).find({ order: { createdAt: 'ASC', id: 'ASC' } });
    return { reviewers: people.map(({ id, name, email, role }) => ({ id, name, email, role })) };
  }
}
