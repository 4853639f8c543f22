import { testDatabase } from '@site/platform/testing/database';
import { databaseContents } from './database.js';

it('has migrations that produce exactly the entities’ schema', async () => {
  const database = await testDatabase(databaseContents);
  try {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    // Indexes and checks exist only in migrations.
    const ofTheDatabase =
      /last_good_fetched_at|alert_events_first_seen_at|alert_event_heads_|alert_messages_first_seen_at|alert_spanish_texts_attempted_at|alert_list_id_check|nwws_alerts_|DROP CONSTRAINT "alert_events_event_key_revision_key"|ADD CONSTRAINT "UQ_/;
    const ofEarlierReleases = /^ALTER TABLE "alert_list" DROP COLUMN "(next_poll_at|poller|leased_until)"$/;
    const queries = upQueries.map(({ query }) => query);
    expect(queries.filter((query) => !ofTheDatabase.test(query) && !ofEarlierReleases.test(query))).toEqual([]);
  } finally {
    await database.drop();
  }
});
