import { expect, it } from 'vitest'
import { logInAt, providerAt, refusalBy, visit } from './log-in-at'
import { startDribbble } from './fake-providers/dribbble'

const person = { id: 1, name: 'Dan Cederholm', login: 'simplebits', html_url: 'https://dribbble.com/simplebits' }

it('names the person, without an address', async () => {
  expect(await logInAt(providerAt('dribbble', await startDribbble({ person })))).toEqual({
    subject: '1',
    email: null,
    emailVerified: false,
    firstName: 'Dan',
    lastName: 'Cederholm',
  })
})

it('ignores an email address in the response', async () => {
  const dribbble = await startDribbble({ person: { ...person, email: 'dan@example.com', email_verified: true } })
  expect(await logInAt(providerAt('dribbble', dribbble))).toMatchObject({ email: null, emailVerified: false })
})

it('requests the public profile as documented', async () => {
  const dribbble = await startDribbble({ person })
  await logInAt(providerAt('dribbble', dribbble))
  const [way] = dribbble.askedAt('/oauth/authorize')
  expect(way?.query.get('scope')).toBe('public')
  expect(way?.query.has('code_challenge')).toBe(false)
  expect(dribbble.askedAt('/oauth/token')[0]?.headers.authorization).toBeUndefined()
})

it('accepts a code once', async () => {
  const provider = providerAt('dribbble', await startDribbble({ person }))
  const answer = await visit(provider)
  await provider.identify(answer)
  expect((await refusalBy(provider.identify(answer))).code).toBe('account-connect-failed')
})
