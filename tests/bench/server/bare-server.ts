/**
 * The floor: a `node:http` handler that does the look-up of a session read with one prepared statement over our database, and
 * nothing else. No limits, no origins, no routes, no log.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import * as v from 'valibot'
import { openFile } from '../../../api/adapters/database/open-file'
import { addressOf } from './address-of'
import { endWithParent } from './end-with-parent'

const database = openFile(process.env['BENCH_DATABASE'] ?? '')

const lookUp = database.prepare(`select members.*,
    (select string_agg(provider, ' ' order by created_at, provider) from provider_connections
      where member_id = members.id) as providers,
    (select json_group_array(json_object('id', id, 'planId', plan_id, 'status', status)) from plan_connections
      where member_id = members.id) as connections,
    (select json_group_array(json_object('teamId', team_id, 'role', role)) from team_members
      where member_id = members.id) as teams
  from sessions join members on members.id = sessions.member_id
  where sessions.token_digest = ? and sessions.expires_at > ?`)

const rowSchema = v.record(v.string(), v.union([v.string(), v.number(), v.null()]))
type Row = v.InferOutput<typeof rowSchema>

const server = createServer((incoming, outgoing) => {
  const token = /^Bearer (\S+)$/u.exec(incoming.headers.authorization ?? '')?.[1] ?? ''
  const digest = createHash('sha256').update(token).digest('hex')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check of it would be no part of a bare handler
  const row = lookUp.get(digest, Date.now()) as Row | undefined
  const body = JSON.stringify({ data: row ? toMember(row) : null })
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
})

/** As our API answers a member without plans and teams; the bench compares the bytes. */
function toMember(row: Row) {
  const parse = (column: string): unknown => JSON.parse(String(row[column]))
  return {
    id: row['id'],
    verified: row['verified'] === 1,
    profileImage: row['profile_image'],
    auth: { email: row['email'], hasPassword: row['password_hash'] !== null, providers: listOf(row['providers']) },
    loginRedirect: row['login_redirect'],
    stripeCustomerId: row['stripe_customer_id'],
    createdAt: new Date(Number(row['created_at'])).toISOString(),
    metaData: parse('meta_data'),
    customFields: parse('custom_fields'),
    permissions: [],
    isModerator: false,
    planConnections: parse('connections'),
    teams: { ownedTeams: parse('teams'), joinedTeams: [] },
    json: parse('json'),
  }
}

const listOf = (keys: unknown) => (typeof keys === 'string' ? keys.split(' ').map((provider) => ({ provider })) : [])

endWithParent()
server.listen(0, '127.0.0.1')
process.send?.({ url: await addressOf(server) })
