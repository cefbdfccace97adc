import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers } from '../../api/ports/handler'
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

/** Thousands of commits are written: they stay in memory where the system allows that. */
const MEMORY = '/dev/shm'

export interface WorldOptions {
  /** Certificates can be drawn, which takes seconds to prepare. */
  withFonts?: boolean
  /** In the place of the real ones. */
  handlers?: Partial<Handlers>
}

/**
 * Two apps in both modes with people in them, over the real API. `ada` and `tess` have something of everything; `olga` and
 * `otto` own the teams that they sit in; `bob` and `tom` have accounts and no more. What is private is marked. Between two
 * requests `database.restore()` puts everything back. Call `close` when done.
 */
export async function openAccessWorld({ withFonts = false, handlers = {} }: WorldOptions = {}) {
  // Nothing may happen by itself: whatever changes was changed by a request.
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
  const admin = await makeAdminThings(makers, keys.demo)
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
    /** The answer to a new puzzle. */
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
  /** Pays at the test checkout. */
  pay: (url: string) => Promise<void>
}

/** The TrustTag site sells no plans; here it has the team plan of the other app, so that a team's owner can be tried there. */
async function shareTeamPlan(file: string, { apps }: Makers['api']['store']): Promise<void> {
  // Not looked up by their ids: what was is remembered for a second, and would hide what is written here.
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
