import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Amounts are in minor units. */
const statements = [
  sql`create table assessment_attempts (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text references members (id) on delete cascade,
    visitor_digest text,
    skill text not null,
    bank_id text not null,
    category text not null,
    questions text not null,
    answers text not null,
    status text not null,
    started_at bigint not null,
    expires_at bigint not null,
    completed_at bigint,
    result text
  )`,
  sql`create index assessment_attempts_member on assessment_attempts (member_id, started_at)`,
  sql`create index assessment_attempts_visitor on assessment_attempts (visitor_digest, started_at)`,
  sql`create table question_statistics (
    app_id text not null,
    mode text not null,
    bank_id text not null,
    question_id text not null,
    asked bigint not null,
    points double precision not null,
    squared_scores double precision not null,
    scores double precision not null,
    points_times_scores double precision not null,
    primary key (app_id, mode, bank_id, question_id)
  )`,
  sql`create table work_samples (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text not null references members (id) on delete cascade,
    attempt_id text not null references assessment_attempts (id) on delete cascade,
    name text not null,
    type text not null,
    size_bytes bigint not null,
    received_bytes bigint not null,
    status text not null,
    file text not null unique,
    digest text,
    created_at bigint not null,
    changed_at bigint not null
  )`,
  sql`create index work_samples_member on work_samples (member_id)`,
  sql`create index work_samples_attempt on work_samples (attempt_id)`,
  sql`create table sample_links (
    token_digest text primary key,
    sample_id text not null references work_samples (id) on delete cascade,
    expires_at bigint not null
  )`,
  sql`create table tag_orders (
    purchase_id text primary key references purchases (id) on delete cascade,
    app_id text not null,
    mode text not null,
    member_id text not null references members (id) on delete cascade,
    user_email text not null,
    package_type text not null,
    number_of_tags bigint not null,
    amount_minor bigint not null,
    currency text not null,
    selected_skills text not null,
    created_at bigint not null,
    paid_at bigint,
    refunded_minor bigint not null,
    refunding_minor bigint not null,
    disputed_at bigint,
    note text not null
  )`,
  sql`create index tag_orders_newest on tag_orders (app_id, mode, created_at)`,
  sql`create index tag_orders_member on tag_orders (member_id)`,
  sql`create table credits (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text not null references members (id) on delete cascade,
    purchase_id text references tag_orders (purchase_id) on delete cascade,
    status text not null,
    tag_id text unique,
    created_at bigint not null,
    changed_at bigint not null
  )`,
  sql`create index credits_member on credits (member_id, status)`,
  sql`create index credits_purchase on credits (purchase_id)`,
  sql`create table offer_claims (
    app_id text not null,
    mode text not null,
    email_digest text not null,
    claimed_at bigint not null,
    primary key (app_id, mode, email_digest)
  )`,
  sql`create table tags (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text not null references members (id) on delete cascade,
    attempt_id text not null unique,
    credit_id text not null unique,
    skill text not null,
    category text not null,
    holder_name text not null,
    score bigint not null,
    topics text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    revoke_reason text,
    visibility text not null,
    proof text
  )`,
  sql`create index tags_member on tags (member_id)`,
  sql`create index tags_newest on tags (app_id, mode, issued_at)`,
  sql`create table tag_activities (
    id text primary key,
    member_id text not null references members (id) on delete cascade,
    action text not null,
    skill text not null,
    at bigint not null
  )`,
  sql`create index tag_activities_newest on tag_activities (member_id, at)`,
  sql`create table tag_profiles (
    member_id text primary key references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    slug text not null,
    public_profile bigint not null,
    email_notifications bigint not null,
    share_analytics bigint not null,
    views bigint not null,
    created_at bigint not null,
    unique (app_id, mode, slug)
  )`,
  sql`create table audit_log (
    id text primary key,
    app_id text not null,
    mode text not null,
    actor text not null,
    act text not null,
    subject text not null,
    detail text not null,
    at bigint not null
  )`,
  sql`create index audit_log_newest on audit_log (app_id, mode, at)`,
  sql`create table mirror_jobs (
    id text primary key,
    app_id text not null,
    mode text not null,
    kind text not null,
    record_id text not null,
    attempts bigint not null,
    next_attempt_at bigint not null,
    last_error text,
    created_at bigint not null
  )`,
  sql`create index mirror_jobs_due on mirror_jobs (next_attempt_at)`,
]

const adds = {
  tables: [
    'assessment_attempts',
    'question_statistics',
    'work_samples',
    'sample_links',
    'tag_orders',
    'credits',
    'offer_claims',
    'tags',
    'tag_activities',
    'tag_profiles',
    'audit_log',
    'mirror_jobs',
  ],
} as const satisfies Additions

export const trustTags: Migration = {
  number: 11,
  name: 'trusttags',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
