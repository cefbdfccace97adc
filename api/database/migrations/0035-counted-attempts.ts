import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const attempts = [
  // Practice does not count.
  sql`alter table assessment_attempts add column counts integer not null default 1`,
  sql`update assessment_attempts set counts = 0 where member_id is null`,
  sql`alter table assessment_attempts add column number bigint`,
  // The first set that this second one belongs to.
  sql`alter table assessment_attempts add column second_of text`,
  sql`alter table assessment_attempts add column sitting_at bigint not null default 0`,
  sql`update assessment_attempts set sitting_at = started_at`,
  sql`alter table assessment_attempts add column time_factor double precision not null default 1`,
  // Open attempts had already received all questions.
  sql`alter table assessment_attempts add column reached bigint not null default 10`,
  sql`alter table assessment_attempts add column timings text not null default '{}'`,
  sql`alter table assessment_attempts add column flags text not null default '[]'`,
  sql`create index assessment_attempts_bank on assessment_attempts (app_id, mode, bank_id, completed_at)`,
  sql`create index assessment_attempts_second on assessment_attempts (second_of) where second_of is not null`,
]

const tags = [
  sql`alter table tags add column sets bigint not null default 1`,
  sql`alter table tags add column attempt_number bigint`,
  sql`alter table tags add column is_reviewed integer not null default 0`,
]

/** How often a question was part of a started set, by day; the row without a question has the number of sets. */
const exposures = [
  sql`create table question_exposures (
    app_id text not null,
    mode text not null,
    bank_id text not null,
    question_id text not null,
    day bigint not null,
    shown bigint not null,
    primary key (app_id, mode, bank_id, day, question_id)
  )`,
]

const adds = {
  tables: ['question_exposures'],
  columns: [
    ['assessment_attempts', 'number'],
    ['assessment_attempts', 'second_of'],
    ['tags', 'attempt_number'],
  ],
  indexes: ['assessment_attempts_bank', 'assessment_attempts_second'],
} as const satisfies Additions

/** They have values in older rows too; whether anything would be lost shows in the columns above. */
const facts = {
  columns: [
    ...(['counts', 'sitting_at', 'time_factor', 'reached', 'timings', 'flags'] as const).map(
      (column) => ['assessment_attempts', column] as const,
    ),
    ['tags', 'sets'],
    ['tags', 'is_reviewed'],
  ],
} as const satisfies Additions

export const countedAttempts: Migration = {
  number: 35,
  name: 'counted-attempts',
  adds,
  up: async (transaction) => {
    for (const statement of [...attempts, ...tags, ...exposures]) await statement.execute(transaction)
  },
  down: async (transaction) => {
    await dropAdditions(adds)(transaction)
    await dropAdditions(facts)(transaction)
  },
}
