import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** State of the test payment provider. No foreign keys: a real provider has none either. */
const statements = [
  sql`create table test_customers (
    member_id text primary key,
    id text not null unique
  )`,
  sql`create table test_checkouts (
    session_id text primary key,
    purchase_id text not null unique,
    customer_id text not null,
    app_name text not null,
    price text not null,
    coupon text,
    metadata text not null,
    success_url text not null,
    cancel_url text not null,
    expires_at bigint not null,
    status text not null
  )`,
  sql`create table test_sales (
    id text primary key,
    purchase_id text not null unique,
    customer_id text not null,
    price text not null,
    coupon text,
    status text not null,
    payment_status text not null,
    period_start bigint not null,
    last_billed_at bigint,
    next_billing_at bigint,
    cancel_at bigint,
    created_at bigint not null,
    version bigint not null
  )`,
  sql`create index test_sales_customer on test_sales (customer_id)`,
  sql`create table test_charges (
    id text primary key,
    sale_id text not null,
    customer_id text not null,
    reason text not null,
    amount_minor bigint not null,
    currency text not null,
    status text not null,
    created_at bigint not null
  )`,
  sql`create index test_charges_customer on test_charges (customer_id)`,
  sql`create index test_charges_sale on test_charges (sale_id)`,
  sql`create table test_portals (
    token_digest text primary key,
    customer_id text not null,
    app_name text not null,
    return_url text not null,
    prices text not null,
    expires_at bigint not null
  )`,
  sql`create index test_portals_expiry on test_portals (expires_at)`,
]

const adds = {
  tables: ['test_customers', 'test_checkouts', 'test_sales', 'test_charges', 'test_portals'],
} as const satisfies Additions

export const testPayments: Migration = {
  number: 8,
  name: 'test-payments',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
