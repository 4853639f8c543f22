import pg from 'pg';

/** Runs a statement over a connection of its own and returns its rows. */
export async function queryOnce(url, sql, values) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A cut connection must not end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
