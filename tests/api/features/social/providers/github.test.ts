import { expect, it } from 'vitest'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { startGithub } from './fake-providers/github'

/** The profile's address is public and is not read. */
const person = { login: 'octocat', id: 583_231, name: 'Mona Lisa Octocat', email: 'public@example.com' }
const emails = [
  { email: 'old@example.com', verified: true, primary: false, visibility: null },
  { email: 'Octocat@GitHub.example', verified: true, primary: true, visibility: 'private' },
]

it('names the person, with the primary address of the list, which can be private', async () => {
  const github = await startGithub({ person: { ...person, email: null }, emails })
  expect(await logInAt(providerAt('github', github))).toEqual({
    subject: '583231',
    email: 'octocat@github.example',
    emailVerified: true,
    firstName: 'Mona',
    lastName: 'Lisa Octocat',
  })
})

it('does not treat the profile’s address as verified, or use it at all', async () => {
  const github = await startGithub({ person, emails: [{ email: 'new@example.com', verified: false, primary: true }] })
  expect(await logInAt(providerAt('github', github))).toMatchObject({ email: 'new@example.com', emailVerified: false })
})

it.each([null, []])('has no address if the list is %j', async (list) => {
  const github = await startGithub({ person, emails: list })
  expect(await logInAt(providerAt('github', github))).toMatchObject({ subject: '583231', email: null })
})

it('can know only the login of a person, whose name stays empty', async () => {
  const github = await startGithub({ person: { ...person, name: null }, emails })
  expect(await logInAt(providerAt('github', github))).toMatchObject({ firstName: null, lastName: null })
})

it('gets the accept and user-agent headers that it requires', async () => {
  const github = await startGithub({ person, emails })
  await logInAt(providerAt('github', github))
  expect(github.askedAt('/login/oauth/access_token')[0]?.headers.accept).toBe('application/json')
  expect(github.askedAt('/user')[0]?.headers['user-agent']).toBe('trusttag-membership')
  expect(github.askedAt('/login/oauth/authorize')[0]?.query.get('scope')).toBe('read:user user:email')
})

it('refuses with status 200: a repeated code, one without its verifier, a wrong secret', async () => {
  const github = await startGithub({ person, emails })
  const provider = providerAt('github', github)
  const answer = await visit(provider)
  await provider.identify(answer)
  const spent = { code: 'account-connect-failed', log: 'The provider github returned the error bad_verification_code.' }
  expect(await refusalBy(provider.identify(answer))).toEqual(spent)

  const stolen = await visit(provider)
  expect(await refusalBy(provider.identify({ ...stolen, verifier: `${OURS.verifier}x` }))).toEqual(spent)

  const mistyped = providerAt('github', github, { clientId: 'client-of-the-test', clientSecret: 'mistyped' })
  expect(await refusalBy(logInAt(mistyped))).toEqual({
    code: 'provider-not-configured',
    log: 'The provider github returned the error incorrect_client_credentials.',
  })
})

it('returns an error if the redirect URL is not the registered one', async () => {
  const provider = providerAt('github', await startGithub({ person }))
  const parameters = new URLSearchParams({ error: 'redirect_uri_mismatch', error_description: 'The redirect_uri …' })
  expect((await refusalBy(provider.identify({ ...OURS, parameters }))).code).toBe('provider-not-configured')
})
