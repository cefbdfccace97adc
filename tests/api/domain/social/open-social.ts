import { onTestFinished } from 'vitest'
import type { MemberAuth } from '../../../../contract/entities'
import type { ProviderFlow } from '../../../../contract/providers'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { beginFlow, findConnectCaller } from '../../../../api/features/social/begin-flow'
import type { BegunFlow, FlowRequest } from '../../../../api/features/social/begin-flow'
import { finishFlow } from '../../../../api/features/social/finish-flow'
import type { FlowEnd, FlowReturn } from '../../../../api/features/social/finish-flow'
import type { ProviderIdentity } from '../../../../api/features/apps/social-providers'
import type { Services } from '../../../../api/ports/services'
import { startTestApi } from '../../../support/start-api'
import type { TestApiOptions } from '../../../support/start-api'
import { createProvider } from './provider-stand-in'

export const OPENER = 'http://localhost:4002'

/** Somebody's account at a provider that vouches for their address. */
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
  /** Who goes; nobody changes anything of it by default. */
  identity?: Partial<ProviderIdentity>
}

export type Social = Awaited<ReturnType<typeof openSocial>>

/** The real API with providers that answer in memory, and the way to them as a browser goes it. */
export async function openSocial(changes: Partial<AppDefinition> = {}, options: TestApiOptions = {}) {
  const keys = ['google', 'github', 'spotify'] as const
  const providers = new Map<string, ReturnType<typeof createProvider>>(keys.map((key) => [key, createProvider(key)]))
  const socialProviders: Services['socialProviders'] = { find: (_mode, key) => providers.get(key) ?? null }
  const api = await startTestApi({ ...options, services: { socialProviders, ...options.services } })
  onTestFinished(() => api.close())
  const { services, store } = api
  const app = await changeApp(services, changes)

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
      address: '192.0.2.1',
      ...way,
    })
  const finish = (
    begun: Pick<BegunFlow, 'id' | 'secret'>,
    back: Partial<FlowReturn> & Pick<FlowReturn, 'parameters'>,
  ) =>
    finishFlow(services, {
      provider: 'google',
      address: '192.0.2.1',
      secretOf: (id) => (id === begun.id ? begun.secret : null),
      ...back,
    })
  const consent = ({ authorizeUrl }: BegunFlow, { provider = 'google', identity }: Way = {}) =>
    providers.get(provider)!.consent(authorizeUrl, identityOf(identity))
  /** All of it: opens the window, consents and is led back. */
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
  return { ...api, app, store, providers, begin, consent, finish, go, connectAs }
}

/** What an owner would have changed in the definition. */
async function changeApp({ store }: Services, changes: Partial<AppDefinition>): Promise<AppDefinition> {
  const app = { ...(await store.apps.findById('app_demo'))!, ...changes }
  const [findById, findByPublicKey] = [store.apps.findById.bind(null), store.apps.findByPublicKey.bind(null)]
  store.apps.findById = async (id) => (id === app.id ? app : findById(id))
  store.apps.findByPublicKey = async (key) => {
    const found = await findByPublicKey(key)
    return found?.app.id === app.id ? { ...found, app } : found
  }
  return app
}

/** The login that a window ended with; anything else fails the test. */
export function loginOf(end: FlowEnd): MemberAuth {
  if (end.returnUrl === null && 'data' in end.answer && 'tokens' in end.answer.data) return end.answer.data
  throw new Error(`This is no login: ${JSON.stringify(end)}`)
}

/** The error that a way ended with, null without one. */
export function codeOf(end: FlowEnd): string | null {
  if (end.returnUrl !== null) return 'error' in end ? end.error.code : null
  return 'error' in end.answer ? end.answer.error.code : null
}
