import pg from 'pg';

/** The single INSERT of the bare programs, into a table created here. Takes DATABASE_URL. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_messages (id bigserial PRIMARY KEY, name text, email text, feedback text, at timestamptz DEFAULT now())',
);

export async function insertMessage({ name, email, feedback }) {
  const { rows } = await pool.query(
    'INSERT INTO bench_messages (name, email, feedback) VALUES ($1, $2, $3) RETURNING id',
    [name, email, feedback],
  );
  return rows[0];
}
