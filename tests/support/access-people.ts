import { SESSION_LIFETIME_DAYS } from '../../contract/limits'
import type { Call } from '../../contract/schemas'
import type { Canaries } from './canaries'
import type { CallOptions, TestApi } from './start-api'

/** Origin of the pages. */
export const SITE = 'http://localhost:4002'

export interface Scope {
  appId: 'app_demo' | 'app_trusttag'
  mode: 'test' | 'live'
}

export const people = {
  ada: { appId: 'app_demo', mode: 'test' },
  bob: { appId: 'app_demo', mode: 'test' },
  olga: { appId: 'app_demo', mode: 'test' },
  zoe: { appId: 'app_demo', mode: 'test' },
  lena: { appId: 'app_demo', mode: 'live' },
  tess: { appId: 'app_trusttag', mode: 'test' },
  tom: { appId: 'app_trusttag', mode: 'test' },
  otto: { appId: 'app_trusttag', mode: 'test' },
  lou: { appId: 'app_trusttag', mode: 'live' },
} as const satisfies Record<string, Scope>

export type PersonName = keyof typeof people

export interface Person extends Scope {
  name: string
  id: string
  email: string
  password: string
  /** Token of an open session, and of an ended one. */
  token: string
  expiredToken: string
  how: CallOptions
}

/** Part of every secret that tests type, so that one search finds any leak. */
export const SECRET = 'hushhush'

const origins = {
  app_demo: { test: SITE, live: 'https://demo.example' },
  app_trusttag: { test: SITE, live: 'https://trusttag.example' },
} as const

export const callsAt = ({ appId, mode }: Scope): CallOptions => ({ app: appId, origin: origins[appId][mode] })

/** Signs everyone up, ends their sessions and logs them in again. Marks private values. */
export async function signUpPeople(api: TestApi, canaries: Canaries): Promise<Record<PersonName, Person>> {
  const names = Object.keys(people).filter((name): name is PersonName => name in people)
  const began: [PersonName, Omit<Person, 'token' | 'how'>][] = []
  for (const name of names) began.push([name, await signUp(api, canaries, name, people[name])])
  api.clock.advance((SESSION_LIFETIME_DAYS * 86_400 + 60) * 1_000)
  const who: Partial<Record<PersonName, Person>> = {}
  for (const [name, person] of began) {
    const { data } = await api.call('login', person, callsAt(person))
    const token = data.tokens.accessToken
    canaries.add(name, 'token', token)
    canaries.add(name, 'token', person.expiredToken)
    const row = await api.store.members.findById(person.id)
    canaries.add(name, 'hash', row?.passwordHash)
    who[name] = { ...person, token, how: { ...callsAt(person), token } }
  }
  if (!isWhole(who)) throw new Error('A person is missing.')
  return who
}

const isWhole = (who: Partial<Record<PersonName, Person>>): who is Record<PersonName, Person> =>
  Object.keys(people).every((name) => name in who)

async function signUp(api: TestApi, canaries: Canaries, name: string, scope: Scope) {
  const email = `${canaries.mark(name, 'email')}@example.test`
  const password = `${canaries.mark(name, 'password')} ${SECRET}`
  const input: Call<'signup'> = {
    email,
    password,
    metaData: { reference: canaries.mark(name, 'metaData') },
    customFields: scope.appId === 'app_demo' ? demoFields(canaries, name) : tagFields(canaries, name),
  }
  const { data } = await api.call('signup', input, callsAt(scope))
  const person = { ...scope, name, id: data.member.id, email, password, expiredToken: data.tokens.accessToken }
  await fillAccount(api, canaries, person)
  return person
}

const demoFields = (canaries: Canaries, name: string) => ({
  'first-name': name,
  'last-name': `${name}son`,
  company: canaries.mark(name, 'company'),
  about: canaries.mark(name, 'about'),
})

const tagFields = (canaries: Canaries, name: string) => ({
  'first-name': name,
  'last-name': `${name}son`,
  phone: '5550100',
  motivation: canaries.mark(name, 'motivation'),
})

/** Fills in the member's data and the data that only the owner writes. */
async function fillAccount(
  { store }: TestApi,
  canaries: Canaries,
  { name, id, appId }: Pick<Person, 'name' | 'id' | 'appId'>,
): Promise<void> {
  const member = await store.members.findById(id)
  await store.members.update(id, {
    json: { diary: canaries.mark(name, 'json') },
    ...(appId === 'app_demo' && {
      customFields: { ...member?.customFields, 'internal-note': canaries.mark(name, 'internal-note') },
    }),
    ...(appId === 'app_trusttag' && { verified: true }),
  })
}
