import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../contract/endpoints'
import type { EndpointName } from '../../../contract/endpoints'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { callerNames, callersOf } from '../../support/access-callers'
import type { CallerName } from '../../support/access-callers'
import { ask } from '../../support/access-requests'
import type { Person } from '../../support/access-people'
import { openAccessWorld } from '../../support/access-world'
import type { AccessWorld } from '../../support/access-world'
import { isForNobody } from '../../support/request-rules'
import type { RowChange } from '../../support/watched-database'
import type { Outcome } from './access-row'
import { membershipAccess } from './membership-table'
import { trustTagAccess } from './trusttag-table'

let world: AccessWorld
beforeAll(async () => {
  world = await openAccessWorld({ withFonts: true })
})
afterAll(() => world.close())

/** An untyped row. */
interface AnyRow {
  input: (world: AccessWorld) => object | Promise<object>
  before?: (world: AccessWorld) => void
  answers: Readonly<Record<CallerName, Outcome>>
  proves?: true
  touches?: readonly string[]
  reveals?: Partial<Record<CallerName, readonly string[]>>
}

const isName = (name: string): name is EndpointName => name in endpoints

async function tryOut(name: string, row: AnyRow, appId: Person['appId'], caller: CallerName) {
  if (!isName(name)) throw new Error(`No endpoint is called ${name}.`)
  const endpoint: Endpoint = endpoints[name]
  const input = await row.input(world)
  row.before?.(world)
  world.database.changes()
  const callers = callersOf(world, appId)
  const { person, how } = callers[caller]
  const member = appId === 'app_demo' ? 'ada' : 'tess'
  const memberId = world.who[member].id
  const answer = await ask(world, endpoint, { ...input }, how)
  const revealed = row.reveals?.[caller] ?? []
  const proved = row.proves ? ['ada', 'newcomer'] : []
  const leaks = world.canaries.leaks(
    answer.text,
    ({ owner, field }) =>
      !isForNobody(field) && (owner === person || proved.includes(owner) || revealed.includes(field)),
  )
  const isTheirs = (change: RowChange) => row.proves || row.touches?.includes(change.table) || !isOf(change, memberId)
  const isFine = (change: RowChange) => answer.status === 200 && (person === member || isTheirs(change))
  const changed = world.database
    .changes()
    .filter((change) => !isFine(change))
    .map(({ table }) => table)
  const outcome = answer.status === 200 ? 'ok' : `${answer.status} ${answer.code}`
  return [`${caller}: ${outcome}`, ...leaks.map((leak) => `reads ${leak}`), ...changed.map((one) => `changes ${one}`)]
}

/** Whether a row is the member's own. */
const isOf = ({ before, after }: RowChange, memberId: string): boolean =>
  [before, after].some((row) => row && [row['id'], row['member_id'], row['owner_id']].includes(memberId))

const tables: [Person['appId'], Readonly<Record<string, AnyRow>>][] = [
  ['app_demo', membershipAccess],
  ['app_trusttag', trustTagAccess],
]

describe.each(tables)('called in %s for the member’s data', (appId, table) => {
  test.each(Object.entries(table))('%s', async (name, row) => {
    const came: string[] = []
    for (const caller of callerNames) {
      world.database.restore()
      came.push(...(await tryOut(name, row, appId, caller)))
    }
    expect(came).toEqual(callerNames.map((caller) => `${caller}: ${row.answers[caller]}`))
  })
})

test('every endpoint has one row', () => {
  const names = tables.flatMap(([, table]) => Object.keys(table))
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})
