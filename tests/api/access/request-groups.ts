import { ADMIN_PATH, adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { adminSchemas } from '../../../contract/admin/schemas'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { membershipEndpoints } from '../../../contract/endpoints/membership'
import { trustTagEndpoints } from '../../../contract/endpoints/trusttag'
import { schemas } from '../../../contract/schemas'
import { openAccessWorld } from '../../support/access-world'
import type { AccessWorld } from '../../support/access-world'
import { makeStaff, staffCallers } from '../../support/console-people'
import type { StaffPeople } from '../../support/console-people'
import { tryRandomRequests } from '../../support/random-requests'
import type { TriedEndpoint } from '../../support/request-arbitraries'
import { adminCallers, clientCallers } from '../../support/request-callers'
import type { TriedCallers } from '../../support/request-callers'
import { isSchema } from '../../support/schema-arbitrary'
import { adminAccess } from './admin-table'
import { membershipAccess } from './membership-table'
import { requestPools } from './request-pools'
import { trustTagAccess } from './trusttag-table'

interface Group {
  endpoints: Readonly<Record<string, Endpoint | AdminEndpoint>>
  prefix: string
  schemas: Readonly<Record<string, { input: unknown }>>
  /** Valid calls. */
  rows: Readonly<Record<string, { input: (world: AccessWorld) => object | Promise<object> }>>
  callers: (world: AccessWorld) => TriedCallers
}

/** Endpoints that share one world. */
const groups = {
  membership: {
    endpoints: membershipEndpoints,
    prefix: '',
    schemas,
    rows: membershipAccess,
    callers: (world) => clientCallers(world, 'app_demo'),
  },
  trustTag: {
    endpoints: trustTagEndpoints,
    prefix: '',
    schemas,
    rows: trustTagAccess,
    callers: (world) => clientCallers(world, 'app_trusttag'),
  },
  admin: {
    endpoints: adminEndpoints,
    prefix: ADMIN_PATH,
    schemas: adminSchemas,
    rows: adminAccess,
    callers: adminCallers,
  },
} as const satisfies Record<string, Group>

export type GroupName = keyof typeof groups

/**
 * Sends `times` random requests to every endpoint of a group, in its own world.
 * @returns the share of endpoints with a success: an endpoint that always refuses proves nothing
 */
export async function tryGroup(name: GroupName, times: number): Promise<number> {
  const group: Group = groups[name]
  const made: { staff?: StaffPeople } = {}
  const prepare = async (api: Parameters<typeof makeStaff>[0]) => void (made.staff = await makeStaff(api))
  const world = await openAccessWorld({ withFonts: name === 'trustTag', ...(name === 'admin' && { prepare }) })
  try {
    const tried = await Promise.all(Object.entries(group.endpoints).map((one) => toTried(world, group, ...one)))
    const options = {
      times,
      tried,
      callers: { ...group.callers(world), ...(made.staff && staffCallers(made.staff)) },
      pools: requestPools(world),
    }
    const letIn = await tryRandomRequests(world, options)
    return letIn.size / tried.length
  } finally {
    await world.close()
  }
}

async function toTried(
  world: AccessWorld,
  group: Group,
  name: string,
  endpoint: Endpoint | AdminEndpoint,
): Promise<TriedEndpoint> {
  const input = group.schemas[name]?.input
  if (!isSchema(input)) throw new Error(`The endpoint ${name} has no schema.`)
  return { name, endpoint, prefix: group.prefix, input, good: { ...(await group.rows[name]?.input(world)) } }
}
