import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers } from '../../api/features/members/context'
import { solveChallenge } from '../../contract/solve-challenge'
import { signUpPeople } from './access-people'
import type { Person, PersonName } from './access-people'
import { makeAdminThings } from './admin-things'
import { aSecretKey } from './admin-calls'
import { createCanaries } from './canaries'
import { makeDemoThings } from './demo-things'
import { GOOD_CARD } from './open-shop'
import { makeTagThings } from './tag-things'
import { startWithHolders } from './tag-holders'
import { watchDatabase } from './watched-database'
import { writeTestFonts } from './write-test-fonts'
import { writeApp } from './write-app'

/** In memory if possible, because tests write thousands of commits. */
const MEMORY = '/dev/shm'

export interface WorldOptions {
  /** Loads fonts for certificates, which takes seconds. */
  withFonts?: boolean
  /** Replace the real ones. */
  handlers?: Partial<Handlers>
  /** Adds rows that `restore` keeps. */
  prepare?: (api: Awaited<ReturnType<typeof startWithHolders>>) => Promise<void>
}

/**
 * Two apps in both modes over the real API. `ada` and `tess` have some of everything; `olga` and `otto` own teams;
 * `bob` and `tom` have only accounts. Private values are marked. `database.restore()` resets everything between
 * requests. Call `close` when done.
 */
export async function openAccessWorld({ withFonts = false, handlers = {}, prepare }: WorldOptions = {}) {
  // No background changes: any change must come from a request.
  const api = await startWithHolders({
    handlers,
    rateLimitFactor: 1_000_000,
    services: { mailWaiting: () => {} },
    ...(existsSync(MEMORY) && { inFolder: MEMORY }),
  })
  if (withFonts) await writeTestFonts(join(api.folder, 'fonts'))
  const file = join(api.folder, 'membership.db')
  await shareTeamPlan(file, api.store)
  const canaries = createCanaries()
  const who = await signUpPeople(api, canaries)
  const makers = { api, canaries, who, pay: payer(api) }
  const demo = await makeDemoThings(makers)
  const tag = await makeTagThings(makers)
  const keys = {
    demo: await aSecretKey(api),
    tag: await aSecretKey(api, { appId: 'app_trusttag', mode: 'test' }),
    live: await aSecretKey(api, { appId: 'app_demo', mode: 'live' }),
    revoked: await revokedKey(api),
  }
  for (const [name, key] of Object.entries(keys)) canaries.add(`key ${name}`, 'key', key)
  const admin = await makeAdminThings(makers, keys.demo, who.ada.id)
  await prepare?.(api)
  await api.outbox.drain()
  const database = watchDatabase(file)
  return {
    ...api,
    canaries,
    who,
    demo,
    tag,
    admin,
    keys,
    database,
    /** The solution of a new puzzle. */
    captcha: async (app: 'app_demo' | 'app_trusttag'): Promise<string> => {
      const { data } = await api.call('getCaptchaChallenge', {}, { app })
      return solveChallenge(data, crypto.subtle)
    },
    async close(): Promise<void> {
      database.close()
      await api.close()
    },
  }
}

export type AccessWorld = Awaited<ReturnType<typeof openAccessWorld>>

export type Makers = {
  api: Awaited<ReturnType<typeof startWithHolders>>
  canaries: ReturnType<typeof createCanaries>
  who: Record<PersonName, Person>
  pay: (url: string) => Promise<void>
}

/** The TrustTag site sells no plans; it gets the other app's team plan, so that a team owner can be tested. */
async function shareTeamPlan(file: string, { apps }: Makers['api']['store']): Promise<void> {
  // Lookups by ID are cached for a second, which would hide these changes.
  const all = await apps.list()
  const [from, to] = ['app_demo', 'app_trusttag'].map((id) => all.find((app) => app.id === id))
  if (!from || !to) throw new Error('An app is missing.')
  await writeApp(file, { ...to, plans: from.plans })
}

const payer =
  ({ request }: Pick<Makers['api'], 'request'>) =>
  async (url: string): Promise<void> => {
    const session = new URL(url).searchParams.get('session') ?? ''
    const answer = await request('/test/checkout', {
      method: 'POST',
      body: new URLSearchParams({ session, ...GOOD_CARD }),
      headers: { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' },
    })
    if (answer.status >= 400) throw new Error(`The test checkout answered ${answer.status}.`)
  }

async function revokedKey(api: Makers['api']): Promise<string> {
  const key = await aSecretKey(api)
  const row = await api.store.secretKeys.findByDigest(api.services.secrets.digest(key))
  await api.store.secretKeys.revoke('app_demo', 'test', row?.id ?? '', api.clock.now())
  return key
}
