import { expect, test } from 'vitest'
import { codeIn, openTestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openWithAnn() {
  const services = await openTestServices()
  await services.call('signup', ann)
  return services
}

test('a known address gets a mail with the code alone on its line, and without links in the policy none', async () => {
  const services = await openWithAnn()
  services.app.signIn = { preset: 'compatible' }
  await services.call('sendPasswordlessLoginEmail', { email: 'Ann@Example.com' })
  const [mail] = await services.mails()
  expect(mail).toMatchObject({ to: ann.email, from: 'Demo <hello@demo.example>', subject: 'Your Demo login code' })
  expect(codeIn(mail)).toMatch(/^\d{6}$/u)
  expect(mail?.text).toContain(`\n${codeIn(mail)}\n`)
  expect(mail?.html).toContain(codeIn(mail))
  expect(`${mail?.text} ${mail?.html}`).not.toContain('http')
})

test('the database keeps the digits nowhere but in the mail that waits', async () => {
  const services = await openWithAnn()
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const code = codeIn((await services.mails())[0])
  const address = { appId: 'app_demo', mode: 'test', email: ann.email } as const
  const row = await services.store.emailCodes.takeTry(address, 'login', services.clock.now())
  expect(row?.codeDigest).toMatch(/^[0-9a-f]{64}$/u)
  expect(JSON.stringify({ ...row, codeDigest: '', id: '' })).not.toContain(code)
  expect(row?.codeDigest).not.toBe(services.secrets.digest(code))
})

test('an unknown address gets the same answer after the same work, and no mail', async () => {
  const services = await openWithAnn()
  const work = countWork(services)
  const known = await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const forKnown = work()
  const unknown = await services.call('sendPasswordlessLoginEmail', { email: 'bob@example.com' })
  expect(unknown).toEqual(known)
  expect(work()).toEqual({ writes: forKnown.writes * 2, digests: forKnown.digests * 2, hashes: forKnown.hashes })
  expect((await services.mails()).map(({ to }) => to)).toEqual([ann.email])
})

test.for([ann.email, 'bob@example.com'])(
  'past five mails the answer says what works now, here for %s',
  async (email) => {
    const services = await openWithAnn()
    for (let attempt = 0; attempt < 5; attempt += 1) await services.call('sendPasswordlessLoginEmail', { email })
    const late = services.call('sendPasswordlessLoginEmail', { email })
    await expect(late).rejects.toMatchObject({ status: 429, methods: expect.arrayContaining(['link']) })
    expect(await services.mails()).toHaveLength(email === ann.email ? 5 : 0)
  },
)

test('one IP address may ask twenty times', async () => {
  const services = await openWithAnn()
  for (let attempt = 0; attempt < 20; attempt += 1)
    await services.call('sendPasswordlessLoginEmail', { email: `${attempt}@example.com` })
  const late = services.call('sendPasswordlessLoginEmail', { email: ann.email })
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
})

test.for([
  ['sendPasswordlessLoginEmail', { email: ann.email }],
  ['sendPasswordlessSignupEmail', { email: ann.email }],
  ['passwordlessLogin', { email: ann.email, passwordlessToken: '123456' }],
  ['passwordlessSignup', { email: ann.email, passwordlessToken: '123456' }],
] as const)('%s is refused where the app does not offer it', async ([name, input]) => {
  const services = await openTestServices({
    passwordless: { enabled: false, isDefault: false },
    signIn: { preset: 'compatible' },
  })
  await expect(services.call(name, input)).rejects.toMatchObject({ code: 'passwordless-disabled' })
  expect(await services.mails()).toEqual([])
})

test('the owner’s words replace ours', async () => {
  const services = await openWithAnn()
  services.app.mail = { ...services.app.mail, texts: { 'passwordless-login.subject': 'Ihr Code für {app}' } }
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  expect((await services.mails())[0]?.subject).toBe('Ihr Code für Demo')
})

function countWork(services: Awaited<ReturnType<typeof openTestServices>>) {
  const transaction = services.store.transaction.bind(null)
  const digest = services.secrets.digest.bind(null)
  const before = services.hashes()
  let [writes, digests] = [0, 0]
  services.store.transaction = (work) => {
    writes += 1
    return transaction(work)
  }
  services.secrets.digest = (secret) => {
    digests += 1
    return digest(secret)
  }
  return () => ({ writes, digests, hashes: services.hashes() - before })
}
