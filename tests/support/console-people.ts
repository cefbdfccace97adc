import { makeSetupLink } from '../../api/features/staff/setup'
import { ADMIN_PATH, adminEndpoints } from '../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { Role } from '../../contract/admin/rights'
import type { TriedCaller } from './request-callers'
import { requestOf } from './request-of'
import { startTestApi } from './start-api'
import type { TestApi, TestApiOptions } from './start-api'

/** Not common, and not made of names near the console. */
export const STAFF_PASSWORD = 'zebra-lantern-94-quilt'

export interface ConsoleBrowser {
  /** `Name=value` of the session's cookie; empty without one. */
  cookie: string
  /** For `Console-Token`. */
  token: string
}

export interface ConsoleAnswer {
  status: number
  headers: Headers
  /** The whole body. */
  text: string
  code: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read parts of any response
  data: any
}

export type Headed = Readonly<Record<string, string | null>>

/** What the console's page sends. A header of null is left out. */
export function consoleHeaders(browser: ConsoleBrowser | null, more: Headed = {}): Record<string, string> {
  const headers: Headed = {
    'sec-fetch-site': 'same-origin',
    ...(browser && { cookie: browser.cookie, 'console-token': browser.token }),
    'console-app': 'app_demo',
    'console-mode': 'test',
    ...more,
  }
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** The real API and people of its console. Close it when done. */
export async function openConsole(options: TestApiOptions = {}) {
  const api = await startTestApi(options)
  return { ...api, ...consoleOf(api) }
}

export type TestConsole = Awaited<ReturnType<typeof openConsole>>

export function consoleOf(api: Pick<TestApi, 'request' | 'services' | 'logLines'>) {
  const send = async (
    method: string,
    path: string,
    { browser = null, body, headers = {} }: { browser?: ConsoleBrowser | null; body?: object; headers?: Headed } = {},
  ): Promise<ConsoleAnswer> => {
    const response = await api.request(path, {
      method,
      headers: consoleHeaders(browser, { ...(body && { 'content-type': 'application/json' }), ...headers }),
      ...(body && { body: JSON.stringify(body) }),
    })
    return toAnswer(response)
  }
  const browserOf = ({ status, headers, data }: ConsoleAnswer): ConsoleBrowser & { id: string } => {
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    if (status !== 200 || cookie === '')
      throw new Error(`No session: ${status} ${JSON.stringify(data)} ${api.logLines.slice(-2).join(' ').slice(0, 900)}`)
    return { cookie, token: data.token, id: data.person.id }
  }
  const setupToken = async () => (await makeSetupLink(api.services, 'owner command')).url.split('#')[1] ?? ''
  const setUp = async (email = 'owner@example.test', name = 'Olga Owner') =>
    send('POST', '/console/session/setup', {
      body: { token: await setupToken(), name, email, password: STAFF_PASSWORD },
    })
  const ask = (
    name: AdminEndpointName,
    input: Readonly<Record<string, unknown>>,
    browser: ConsoleBrowser | null,
    headers: Headed = {},
  ) => {
    const wire = requestOf(adminEndpoints[name], input, ADMIN_PATH)
    return callWire(wire, browser, headers)
  }
  const callWire = async (wire: ReturnType<typeof requestOf>, browser: ConsoleBrowser | null, headers: Headed) => {
    const { path, headers: own, ...init } = wire
    const response = await api.request(path, { ...init, headers: consoleHeaders(browser, { ...own, ...headers }) })
    return toAnswer(response)
  }
  /** Invites and accepts. */
  const join = async (owner: ConsoleBrowser, email: string, role: Role, appId = 'app_demo') => {
    const invited = await ask('inviteStaff', { email, role }, owner, { 'console-app': appId })
    if (invited.status !== 200) throw new Error(`Not invited: ${invited.code}`)
    const token = String(invited.data.link).split('#')[1]
    const body = { token, name: email.split('@')[0], password: STAFF_PASSWORD }
    return browserOf(await send('POST', '/console/session/invitation', { body }))
  }
  return { send, ask, browserOf, setUp, setupToken, join, owner: async () => browserOf(await setUp()) }
}

async function toAnswer(response: Response): Promise<ConsoleAnswer> {
  const { status, headers } = response
  const text = await response.text()
  const parsed = headers.get('content-type')?.includes('json') ? JSON.parse(text) : { data: text }
  return { status, headers, text, code: parsed.code, data: parsed.data }
}

export type StaffPeople = Record<Role | 'ofOtherApp', ConsoleBrowser>

/** One person of each role in app_demo, and the owner of another app. The owner is also the server's. */
export async function makeStaff(api: Parameters<typeof consoleOf>[0]): Promise<StaffPeople> {
  const { owner: setUp, join } = consoleOf(api)
  const owner = await setUp()
  return {
    owner,
    admin: await join(owner, 'admin@example.test', 'admin'),
    support: await join(owner, 'support@example.test', 'support'),
    'read-only': await join(owner, 'reader@example.test', 'read-only'),
    ofOtherApp: await join(owner, 'other@example.test', 'owner', 'app_trusttag'),
  }
}

const NAMES = { owner: 'Olga Owner', admin: 'admin', support: 'support', 'read-only': 'reader' } as const

/** For random requests: everyone in app_demo, Test Mode, with the console's headers or without one of them. */
export function staffCallers(people: StaffPeople): Record<string, TriedCaller> {
  const common = { person: null, isAdmin: false, scope: null, weight: 1 }
  const roles = (['owner', 'admin', 'support', 'read-only'] as const).map((role) => [
    `staff ${role}`,
    {
      ...common,
      isAdmin: true,
      scope: { appId: 'app_demo', mode: 'test' } as const,
      weight: role === 'owner' ? 4 : 2,
      headers: consoleHeaders(people[role]),
      auditName: NAMES[role],
    },
  ])
  return {
    ...Object.fromEntries(roles),
    staffOfOtherApp: { ...common, headers: consoleHeaders(people.ofOtherApp) },
    staffFromPage: { ...common, headers: consoleHeaders(people.owner, { 'sec-fetch-site': 'cross-site' }) },
    staffWithoutToken: { ...common, headers: consoleHeaders(people.owner, { 'console-token': null }) },
  }
}
