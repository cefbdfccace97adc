import { onTestFinished } from 'vitest'
import type { MemberAuth } from '../../../../contract/entities'
import type { ProviderFlow } from '../../../../contract/providers'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { beginFlow, findConnectCaller } from '../../../../api/features/social/begin-flow'
import type { BegunFlow, FlowRequest } from '../../../../api/features/social/begin-flow'
import { finishFlow } from '../../../../api/features/social/finish-flow'
import type { FlowEnd, FlowReturn } from '../../../../api/features/social/finish-flow'
import type { ProviderIdentity } from '../../../../api/features/apps/social-providers'
import type { Services } from '../../../../api/http/services'
import type { Store } from '../../../support/repositories'
import { telling } from '../../../support/on-statement'
import { startTestApi } from '../../../support/start-api'
import type { TestApiOptions } from '../../../support/start-api'
import { createProvider } from './fake-provider'

export const OPENER = 'http://localhost:4002'

/** An account at a provider that verifies its address. */
export const identityOf = (changes: Partial<ProviderIdentity> = {}): ProviderIdentity => ({
  subject: 'subject-ann',
  email: 'ann@example.com',
  emailVerified: true,
  firstName: null,
  lastName: null,
  ...changes,
})

export interface Way extends Partial<Omit<FlowRequest, 'wishes'>> {
  wishes?: Partial<FlowRequest['wishes']>
  /** The person's identity; default: unchanged. */
  identity?: Partial<ProviderIdentity>
}

export type Social = Awaited<ReturnType<typeof openSocial>>

/** The real API with in-memory providers, and their flow as in a browser. */
export async function openSocial(changes: Partial<AppDefinition> = {}, options: TestApiOptions = {}) {
  const keys = ['google', 'github', 'spotify'] as const
  const providers = new Map<string, ReturnType<typeof createProvider>>(keys.map((key) => [key, createProvider(key)]))
  const socialProviders: Services['socialProviders'] = { find: (_mode, key) => providers.get(key) ?? null }
  const api = await startTestApi({ ...options, services: { socialProviders, ...options.services } })
  onTestFinished(() => api.close())
  const { services, store } = api
  const app = await changeApp(store, changes)

  const begin = ({ wishes, identity: _identity, ...way }: Way = {}): Promise<BegunFlow> =>
    beginFlow(services, {
      app,
      mode: 'test',
      flow: 'signup',
      provider: 'google',
      openerOrigin: OPENER,
      openerState: 'mine',
      returnUrl: null,
      challenge: null,
      caller: null,
      wishes: { customFields: {}, plans: [], inviteToken: null, allowSignup: false, ...wishes },
      ipAddress: '192.0.2.1',
      ...way,
    })
  const finish = (
    begun: Pick<BegunFlow, 'id' | 'secret'>,
    back: Partial<FlowReturn> & Pick<FlowReturn, 'parameters'>,
  ) =>
    finishFlow(services, {
      provider: 'google',
      ipAddress: '192.0.2.1',
      secretOf: (id) => (id === begun.id ? begun.secret : null),
      ...back,
    })
  const consent = ({ authorizeUrl }: BegunFlow, { provider = 'google', identity }: Way = {}) =>
    providers.get(provider)!.consent(authorizeUrl, identityOf(identity))
  /** The whole flow: window, consent and callback. */
  const go = async (flow: ProviderFlow, way: Way = {}): Promise<FlowEnd> => {
    const begun = await begin({ flow, ...way })
    return finish(begun, { parameters: consent(begun, way), provider: way.provider ?? 'google' })
  }
  const connectAs = async (token: string, way: Way = {}): Promise<FlowEnd> => {
    const { ticket } = (await api.call('createConnectTicket', {}, { token })).data
    return go('connect', {
      ...way,
      caller: await findConnectCaller(services, { app, mode: 'test' }, { ticket, sessionToken: null }),
    })
  }
  const change = (later: Partial<AppDefinition>) => changeApp(store, later)
  return { ...api, app, store, change, providers, begin, consent, finish, go, connectAs }
}

/** Changes the definition like its owner; the server sees it at once. */
export async function changeApp(store: Store, changes: Partial<AppDefinition>): Promise<AppDefinition> {
  const stored = (await store.apps.list()).find(({ id }) => id === 'app_demo')
  const app = { ...stored!, ...changes }
  await store.apps.replace(app)
  // Definitions are cached per connection.
  Object.assign(store, { kysely: store.kysely.withPlugin(telling(() => {})) })
  return app
}

/** The login at the end of a window; anything else fails the test. */
export function loginOf(end: FlowEnd): MemberAuth {
  if ('answer' in end && 'data' in end.answer && 'member' in end.answer.data) return end.answer.data
  throw new Error(`This is no login: ${JSON.stringify(end)}`)
}

/** The error at the end of a flow; null without one. */
export function codeOf(end: FlowEnd): string | null {
  if ('answer' in end) return 'error' in end.answer ? end.answer.error.code : null
  return 'error' in end ? end.error.code : null
}
