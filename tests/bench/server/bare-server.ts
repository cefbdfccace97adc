/**
 * The lower bound: a `node:http` handler that looks up a session with one prepared statement on our database, and does
 * nothing else. No limits, no origins, no routes, no log.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { openFile } from '../../../api/database/libsql'
import { addressOf } from './address-of'
import { endWithParent } from './end-with-parent'

const database = openFile(process.env['BENCH_DATABASE'] ?? '')

/** Checks each list for a first row before reading it, and reads values by position: the fastest way, as in our own lookup. */
const some = (table: string) => `(select 1 from ${table} where member_id = members.id limit 1)`
const lookUp = database
  .prepare(
    `select members.id, verified, profile_image, email, password_hash, login_redirect, stripe_customer_id,
      members.created_at, meta_data, custom_fields, json,
      case when ${some('provider_connections')} is not null then
        (select string_agg(provider, ' ' order by created_at, provider) from provider_connections
          where member_id = members.id) end,
      case when ${some('plan_connections')} is not null then
        (select json_group_array(json_object('id', id, 'planId', plan_id, 'status', status)) from plan_connections
          where member_id = members.id) end,
      ${some('team_members')}, ${some('purchases')}
    from sessions join members on members.id = sessions.member_id
    where sessions.token_digest = ? and sessions.expires_at > ?
    limit 1`,
  )
  .raw()

type Value = string | number | null
type Row = readonly Value[]

const server = createServer((incoming, outgoing) => {
  const token = /^Bearer (\S+)$/u.exec(incoming.headers.authorization ?? '')?.[1] ?? ''
  const digest = createHash('sha256').update(token).digest('hex')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a bare handler would not validate it
  const row = lookUp.get(digest, Date.now()) as Row | undefined
  const body = JSON.stringify({ data: row ? toMember(row) : null })
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
})

/** Our API's response for a member without plans and teams; the bench compares the bytes. */
function toMember(row: Row) {
  const [id, verified, profileImage, email, passwordHash, loginRedirect, stripeCustomerId, createdAt] = row
  const [metaData, customFields, json, providers, connections] = row.slice(8)
  return {
    id,
    verified: verified === 1,
    profileImage,
    auth: { email, hasPassword: passwordHash !== null, providers: listOf(providers) },
    loginRedirect,
    stripeCustomerId,
    createdAt: new Date(Number(createdAt)).toISOString(),
    metaData: parse(metaData),
    customFields: parse(customFields),
    permissions: [],
    isModerator: false,
    planConnections: connections === null ? [] : parse(connections),
    teams: { ownedTeams: [], joinedTeams: [] },
    json: parse(json),
  }
}

const parse = (text: Value | undefined): unknown => JSON.parse(String(text))
const listOf = (keys: Value | undefined) =>
  typeof keys === 'string' ? keys.split(' ').map((provider) => ({ provider })) : []

endWithParent()
server.listen(0, '127.0.0.1')
process.send?.({ url: await addressOf(server) })
