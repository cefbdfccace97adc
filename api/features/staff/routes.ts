import type { Context, Hono } from 'hono'
import type * as v from 'valibot'
import { CONSOLE_PATH, consoleSessionEndpoints } from '../../../contract/admin/console-session'
import type { ConsoleSessionEndpointName } from '../../../contract/admin/console-session'
import { consoleSessionSchemas } from '../../../contract/admin/schemas/console-session'
import type { ConsoleSessionInput, ConsoleSessionOutput } from '../../../contract/admin/schemas/console-session'
import { CONSOLE_SESSION_LIFETIME_HOURS } from '../../../contract/limits'
import { callerIpAddress, callerOf, readJsonBody } from '../../http/request'
import {
  readConsoleCookie,
  requireConsoleHost,
  requireConsolePage,
  requireConsoleToken,
  writeConsoleCookie,
} from '../../http/console-page'
import type { AppEnv } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import type { Services } from '../../http/services'
import { toIso } from '../../lib/clock'
import { ApiError, checkInput } from '../../lib/errors'
import { acceptInvitation, openDemoSession, readInvitation, setUp } from './setup'
import {
  confirmConsoleSession,
  consoleToken,
  endConsoleSession,
  logInToConsole,
  readConfirmOptions,
  requireConsoleCaller,
  toConsoleSession,
} from './sessions'
import type { ConsoleCaller } from './sessions'

interface SessionRequest {
  /** Token of the cookie; null without one. */
  cookie: string | null
  /** Only for endpoints that need one. @throws ApiError `console-login-required` */
  caller: () => Promise<ConsoleCaller>
  ipAddress: string
  /** Of the page, which is the console's own; null if the browser does not say. */
  origin: string | null
}

interface SessionAnswer<K extends ConsoleSessionEndpointName> {
  data: ConsoleSessionOutput<K>
  /** Token of a new session; null ends the cookie; absent: the cookie stays. */
  cookie?: string | null
}

type SessionHandlers = {
  [K in ConsoleSessionEndpointName]: (
    services: Services,
    request: SessionRequest,
    input: ConsoleSessionInput<K>,
  ) => Promise<SessionAnswer<K>>
}

const handlers: SessionHandlers = {
  readConsoleOptions: async ({ console: { development, sendsMail } }) => ({
    data: { hasDemoOwner: development, sendsMail },
  }),

  async readConsoleSession(services, { caller, cookie }) {
    return { data: await toConsoleSession(services, await caller(), cookie ?? '') }
  },

  async openConsoleSession(services, { ipAddress }, { token }) {
    await services.rateLimiter.take('consoleLoginsPerAddress', ipAddress)
    return opened(services, await logInToConsole(services, token))
  },

  async endConsoleSession(services, { caller }) {
    await endConsoleSession(services, await caller())
    return { data: {}, cookie: null }
  },

  async confirmConsoleSession(services, { caller, origin, ipAddress }, proof) {
    if (proof.credential) await services.rateLimiter.take('passkeyLoginsPerAddress', ipAddress)
    const until = await confirmConsoleSession(services, await caller(), proof, origin)
    return { data: { steppedUpUntil: toIso(until) } }
  },

  async readConfirmOptions(services, { caller, origin, ipAddress }) {
    await services.rateLimiter.take('passkeyChallengesPerAddress', ipAddress)
    return { data: await readConfirmOptions(services, await caller(), origin) }
  },

  async setUpConsole(services, { ipAddress }, input) {
    await services.rateLimiter.take('consoleLinkFailuresPerAddress', ipAddress)
    const token = await setUp(services, input)
    await services.rateLimiter.clear('consoleLinkFailuresPerAddress', ipAddress)
    return opened(services, token)
  },

  openDemoSession: async (services) => opened(services, await openDemoSession(services)),

  readInvitation: async (services, { ipAddress }, { token }) => ({
    data: await readInvitation(services, token, ipAddress),
  }),

  async acceptInvitation(services, { caller, cookie, ipAddress }, input) {
    const person = cookie === null ? null : await caller().catch(() => null)
    const token = await acceptInvitation(services, { ...input, caller: person, ipAddress })
    if (token !== null) return opened(services, token)
    return { data: await toConsoleSession(services, await caller(), cookie ?? '') }
  },
}

async function opened(services: Services, token: string) {
  const caller = await requireConsoleCaller(services, token)
  services.securityLog.write('login-succeeded', { memberId: caller.staffId, method: 'console' })
  return { data: await toConsoleSession(services, caller, token), cookie: token }
}

const isName = (name: string): name is ConsoleSessionEndpointName => name in consoleSessionEndpoints

/** Before the CORS boundary: no other origin may call or read these. */
export function bindConsoleSession(app: Hono<AppEnv>, services: Services, trustProxyHops: number): void {
  const methods = new Map<string, string[]>()
  for (const [name, { method, path }] of Object.entries(consoleSessionEndpoints)) {
    if (!isName(name)) continue
    const full = CONSOLE_PATH + path
    app.on(method, full, (context) => answer(context, services, name, trustProxyHops))
    methods.set(full, [...(methods.get(full) ?? []), method])
  }
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed(allowed))
}

const LIFETIME_SECONDS = CONSOLE_SESSION_LIFETIME_HOURS * 3_600

async function answer(
  context: Context<AppEnv>,
  services: Services,
  name: ConsoleSessionEndpointName,
  trustProxyHops: number,
): Promise<Response> {
  const ipAddress = callerIpAddress(context, trustProxyHops)
  const logged = callerOf(context, ipAddress)
  requireConsoleHost(services, context, ipAddress)
  requireConsolePage(services, context)
  if (context.req.header('x-api-key') !== undefined) throw new ApiError('two-credentials')
  const cookie = readConsoleCookie(services, context)
  const caller = async (): Promise<ConsoleCaller> => {
    const found = await requireConsoleCaller(services, cookie ?? '')
    Object.assign(logged, { actor: `staff ${found.staffId}` })
    return found
  }
  const { needs, method } = consoleSessionEndpoints[name]
  if (needs !== 'nothing' && cookie === null) throw new ApiError('console-login-required')
  if (needs === 'token') requireConsoleToken(services, context, consoleToken(services, cookie ?? ''))
  const origin = context.req.header('origin') ?? null
  const sent = method === 'POST' ? await readJsonBody(context.req.raw) : {}
  const { data, cookie: changed } = await run(name, services, { cookie, caller, ipAddress, origin }, sent)
  if (changed !== undefined)
    context.header('Set-Cookie', writeConsoleCookie(services, changed, LIFETIME_SECONDS), { append: true })
  return context.json({ data })
}

/** The table pairs every schema with its handler; a generic call is the only way to say so. */
function run<K extends ConsoleSessionEndpointName>(
  name: K,
  services: Services,
  request: SessionRequest,
  sent: object,
): Promise<SessionAnswer<K>> {
  const input: v.GenericSchema<unknown, ConsoleSessionInput<K>> = consoleSessionSchemas[name].input
  return handlers[name](services, request, checkInput(input, sent))
}
