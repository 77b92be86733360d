import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
} from 'kysely';
import { derived, type TypedStatement } from './statement.ts';

/**
 * Kysely builds and types the SQL; the door sends it. There is no driver behind it, so nothing can run around the door.
 * Each module names the tables it may read in its own `db.ts`.
 */
export function tablesOf<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  });
}

export function statementOf<Answered extends object>(query: Compilable<Answered>): TypedStatement<Answered> {
  const { sql, parameters } = query.compile();
  return derived(sql, parameters);
}
