import { expect, test } from 'vitest'
import { codeIn, openTestServices, tokenIn } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

test('a known address gets a mail with the code alone on its line, before the link', async () => {
  const services = await openTestServices()
  await services.call('signup', ann)
  await services.call('sendResetPasswordEmail', { email: 'ann@example.com' })
  const [mail] = await services.mails()
  expect(mail?.to).toBe('ann@example.com')
  expect(codeIn(mail)).toMatch(/^\d{6}$/u)
  expect(tokenIn(mail)).toMatch(/^[\w-]{22}$/u)
  expect(mail!.text.indexOf(`\n${codeIn(mail)}\n`)).toBeLessThan(mail!.text.indexOf('http'))
  expect(mail?.text).toContain(`http://localhost:4001/account/reset-password?token=${tokenIn(mail)}\n`)
  expect(mail?.html).toContain(codeIn(mail))
})

test('an unknown address gets the same answer after the same work, and no mail', async () => {
  const services = await openTestServices()
  await services.call('signup', ann)
  const writes = countWrites(services)
  const known = await services.call('sendResetPasswordEmail', { email: ann.email })
  const forKnown = writes()
  const unknown = await services.call('sendResetPasswordEmail', { email: 'bob@example.com' })
  expect(unknown).toEqual(known)
  expect([forKnown, writes() - forKnown]).toEqual([1, 1])
  expect((await services.mails()).map(({ to }) => to)).toEqual([ann.email])
})

test.for([ann.email, 'bob@example.com'])(
  'past five mails the answer says what works now, here for %s',
  async (email) => {
    const services = await openTestServices()
    await services.call('signup', ann)
    for (let attempt = 0; attempt < 5; attempt += 1) await services.call('sendResetPasswordEmail', { email })
    const late = services.call('sendResetPasswordEmail', { email })
    await expect(late).rejects.toMatchObject({ status: 429, methods: expect.arrayContaining(['reset']) })
    expect(await services.mails()).toHaveLength(email === ann.email ? 5 : 0)
  },
)

test('one IP address may ask twenty times', async () => {
  const services = await openTestServices()
  await services.call('signup', ann)
  for (let attempt = 0; attempt < 20; attempt += 1)
    await services.call('sendResetPasswordEmail', { email: `${attempt}@example.com` })
  const late = services.call('sendResetPasswordEmail', { email: ann.email })
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('the owner’s words replace ours', async () => {
  const services = await openTestServices()
  services.app.mail = { ...services.app.mail, texts: { 'reset-password.subject': 'Neues Passwort für {app} <b>' } }
  await services.call('signup', ann)
  await services.call('sendResetPasswordEmail', { email: ann.email })
  const [mail] = await services.mails()
  expect(mail?.subject).toBe('Neues Passwort für Demo <b>')
  expect(mail?.html).toContain('<title>Neues Passwort für Demo &lt;b&gt;</title>')
})

function countWrites(services: Awaited<ReturnType<typeof openTestServices>>): () => number {
  const transaction = services.store.transaction.bind(null)
  let writes = 0
  services.store.transaction = (work) => {
    writes += 1
    return transaction(work)
  }
  return () => writes
}
