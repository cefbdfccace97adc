import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminEndpoints } from '../../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../../contract/admin/endpoints/admin-endpoint'
import { keyRights, rights, roleNames, roles } from '../../../../contract/admin/rights'
import type { Right, Role, ServerRight } from '../../../../contract/admin/rights'
import { makeSecretKey } from '../../../../api/features/apps/secret-keys'
import { openAccessWorld } from '../../../support/access-world'
import type { AccessWorld } from '../../../support/access-world'
import { consoleOf, makeStaff } from '../../../support/console-people'
import type { ConsoleBrowser, Headed, StaffPeople } from '../../../support/console-people'
import { adminAccess } from '../../access/admin-table'

let world: AccessWorld
let people: StaffPeople
let site: ReturnType<typeof consoleOf>
const keys: { right: Right | null; key: string }[] = []

beforeAll(async () => {
  world = await openAccessWorld({ prepare })
  site = consoleOf(world)
}, 120_000)
afterAll(() => world.close())

async function prepare(api: Pick<AccessWorld, 'request' | 'services' | 'logLines' | 'store'>): Promise<void> {
  people = await makeStaff(api)
  for (const right of [null, ...rights]) {
    const { key, row } = makeSecretKey(api.services, { appId: 'app_demo', mode: 'test' }, 'scoped', right && [right])
    await api.store.secretKeys.insert(row)
    keys.push({ right, key })
  }
}

const isName = (name: string): name is AdminEndpointName => name in adminEndpoints
const names = Object.keys(adminEndpoints).filter(isName)
const endpointOf = (name: AdminEndpointName): AdminEndpoint => adminEndpoints[name]

async function tryOut(name: AdminEndpointName, browser: ConsoleBrowser | null, headers: Headed): Promise<string> {
  world.database.restore()
  const { status, code } = await site.ask(name, adminAccess[name].input(world), browser, headers)
  const changes = world.database
    .changes()
    .filter(({ table }) => table !== 'secret_keys' && table !== 'console_sessions')
  if (status >= 400 && status !== 404 && status !== 409 && changes.length > 0) return `changed although ${code}`
  return refusals.has(String(code)) ? `${status} ${code}` : 'allowed'
}

/** Any other outcome comes from the handler: the caller was let in. */
const refusals = new Set([
  'right-missing',
  'step-up-required',
  'console-only',
  'access-denied',
  'console-login-required',
  'invalid-secret-key',
  'two-credentials',
])

/** The right that the valid call of the access table needs. */
function rightOf(name: AdminEndpointName): Right | ServerRight {
  const { right } = endpointOf(name)
  if (typeof right === 'string') return right
  const needed = rightOfPart(String(adminAccess[name].input(world)['part']), {})
  if (needed === 'any') throw new Error(`${name} needs a test of its own`)
  return needed
}

/** Written out again, independent of `partRights`. */
function rightOfPart(part: string, changes: object): Right | 'any' {
  if (['plans', 'prices', 'coupons', 'payments'].includes(part)) return 'plans.write'
  if (['groups', 'gates', 'contents'].includes(part)) return 'content.write'
  if (['design', 'texts'].includes(part)) return 'design.write'
  if (part === 'fields') return 'signin.write'
  if (part !== 'app') return 'any'
  const [field] = Object.keys(changes)
  return field === 'name' || field === 'mail'
    ? 'design.write'
    : field === 'redirects' || field === 'siteUrl'
      ? 'content.write'
      : 'signin.write'
}

/** From the design's table, independent of `roles`. */
function mayRole(role: Role, right: Right | ServerRight): boolean {
  if (right === 'staff' || role === 'owner') return true
  if (right === 'server') return false
  if (role === 'admin') return right !== 'team.write' && right !== 'credentials.write'
  if (role === 'support')
    return ['members.read', 'members.write', 'comments.moderate', 'trusttag.write'].includes(right)
  return right.endsWith('.read')
}

/** The rights that it needs depend on the version. */
const ownTest = 'restoreVersion'

test.each(names.filter((name) => name !== ownTest))('%s: every role, key and other caller', async (name) => {
  const { scope, stepUp, console: forPeople } = endpointOf(name)
  const right = rightOf(name)
  const ofServer = scope === 'server'
  const came: Record<string, string> = {}
  const wanted: Record<string, string> = {}
  for (const role of roleNames) {
    came[role] = await tryOut(name, people[role], {})
    // The first owner of these tests is also the server's.
    const may = ofServer ? right === 'staff' || role === 'owner' : mayRole(role, right)
    wanted[role] = may ? 'allowed' : '403 right-missing'
  }
  came['staff of another app'] = await tryOut(name, people.ofOtherApp, {})
  wanted['staff of another app'] = ofServer && right === 'staff' ? 'allowed' : '403 right-missing'
  came['missing token'] = await tryOut(name, people.owner, { 'console-token': null })
  wanted['missing token'] = '403 access-denied'
  came['no session'] = await tryOut(name, null, {})
  wanted['no session'] = '401 invalid-secret-key'
  for (const { right: only, key } of keys) {
    const caller = `key with ${only ?? 'all rights'}`
    came[caller] = await tryOut(name, null, { 'x-api-key': key })
    const may = only === null ? keyRights.some((one) => one === right) : only === right && keyRights.includes(only)
    wanted[caller] = forPeople ? '403 console-only' : may ? 'allowed' : '403 right-missing'
  }
  world.clock.advance(11 * 60_000)
  try {
    came['stale step-up'] = await tryOut(name, people.owner, {})
    wanted['stale step-up'] = stepUp ? '403 step-up-required' : 'allowed'
  } finally {
    world.clock.advance(-11 * 60_000)
  }
  expect(came).toEqual(wanted)
})

/** One possible change of each part; of the app, of each field. */
const partChanges: readonly { part: string; item: string; changes: Readonly<Record<string, unknown>> }[] = [
  { part: 'plans', item: 'pln_pro', changes: { name: 'Other' } },
  { part: 'prices', item: 'prc_pro-monthly', changes: { amountMinor: 4_200 } },
  { part: 'coupons', item: 'HALF', changes: { active: false } },
  { part: 'payments', item: 'current', changes: { promotionCodes: true } },
  { part: 'groups', item: 'pro-area', changes: { name: 'Other' } },
  { part: 'fields', item: 'company', changes: { label: 'Other' } },
  { part: 'design', item: 'current', changes: { cornerRadius: 3 } },
  { part: 'texts', item: 'current', changes: { log_in: 'Enter' } },
  { part: 'app', item: 'current', changes: { name: 'Other' } },
  { part: 'app', item: 'current', changes: { mail: { sender: { name: 'Ana', address: 'ana@example.test' } } } },
  { part: 'app', item: 'current', changes: { redirects: { afterLogin: '/other' } } },
  { part: 'app', item: 'current', changes: { siteUrl: 'https://other.example.test' } },
  { part: 'app', item: 'current', changes: { allowMemberSelfDelete: false } },
  { part: 'app', item: 'current', changes: { sessionLifetimeDays: 3 } },
  { part: 'app', item: 'current', changes: { passwordless: { enabled: false, isDefault: false } } },
]

test.each(partChanges)('$part with $changes: only the right of its area', async ({ part, item, changes }) => {
  const came: Record<string, string> = {}
  const wanted: Record<string, string> = {}
  const right = rightOfPart(part, changes)
  for (const { right: only, key } of keys) {
    world.database.restore()
    const caller = `key with ${only ?? 'all rights'}`
    const input = { part, item, changes }
    const { status, code } = await site.ask('changeDefinitionItem', input, null, { 'x-api-key': key })
    const changed = world.database.changes().filter(({ table }) => table !== 'secret_keys')
    came[caller] = code === 'right-missing' && changed.length === 0 ? 'refused' : `${status} ${changed.length > 0}`
    wanted[caller] = only === null || only === right ? '200 true' : 'refused'
  }
  expect(came).toEqual(wanted)
})

test('restoring a version needs the rights of all parts that it changes', async () => {
  world.database.restore()
  const keyOf = (wanted: Right | null) => keys.find(({ right }) => right === wanted)?.key ?? ''
  const ask = (name: AdminEndpointName, input: Readonly<Record<string, unknown>>, only: Right | null) =>
    site.ask(name, input, null, { 'x-api-key': keyOf(only) })
  await ask('changeDefinitionItem', { part: 'plans', item: 'pln_pro', changes: { name: 'Other' } }, null)
  await ask('changeDefinitionItem', { part: 'groups', item: 'pro-area', changes: { name: 'Other' } }, null)
  expect(await ask('restoreVersion', { version: '1' }, 'plans.write')).toMatchObject({ code: 'right-missing' })
  expect(await ask('restoreVersion', { version: '2' }, 'plans.write')).toMatchObject({ code: 'right-missing' })
  expect(await ask('restoreVersion', { version: '2' }, 'content.write')).toMatchObject({ status: 200 })
  expect(await ask('restoreVersion', { version: '1' }, 'plans.write')).toMatchObject({ status: 200 })
  expect(await ask('restoreVersion', { version: '1' }, 'members.read')).toMatchObject({ code: 'right-missing' })
})

test('a right is in a role as the design says', () => {
  for (const role of roleNames)
    expect(new Set(roles[role])).toEqual(new Set(rights.filter((right) => mayRole(role, right))))
})

test('every endpoint about the team, keys or money asks for the password again', () => {
  const careful = new Set(['members.export', 'keys.write', 'credentials.write', 'refunds.write', 'members.impersonate'])
  // Reading what a right changes needs no password, apart from exports.
  const asks = names
    .map(endpointOf)
    .filter(
      ({ right, method }) =>
        typeof right === 'string' && careful.has(right) && (method !== 'GET' || right === 'members.export'),
    )
  expect(asks.length).toBeGreaterThan(0)
  expect(asks.filter(({ stepUp }) => !stepUp)).toEqual([])
})
