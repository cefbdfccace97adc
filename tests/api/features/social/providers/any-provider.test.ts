import { describe, expect, it } from 'vitest'
import { socialProviders } from '../../../../../contract/providers'
import type { SocialProviderKey } from '../../../../../contract/providers'
import { socialProviderRows } from '../../../../../api/features/social/providers'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { startDribbble } from './fake-providers/dribbble'
import { startFacebook } from './fake-providers/facebook'
import { startGithub } from './fake-providers/github'
import { startGoogle } from './fake-providers/google'
import { startLinkedin } from './fake-providers/linkedin'
import { CLIENT, REDIRECT_URI } from './fake-providers/serve-fake-provider'
import { startSpotify } from './fake-providers/spotify'
import type { FakeProvider, FakeProviderOptions } from './fake-providers/fake-provider'

const start: Record<SocialProviderKey, (options: FakeProviderOptions) => Promise<FakeProvider>> = {
  facebook: startFacebook,
  google: startGoogle,
  linkedin: startLinkedin,
  spotify: startSpotify,
  dribbble: startDribbble,
  github: startGithub,
}
/** Every name that one of them uses for an ID. */
const person = { id: 7, sub: '7' }
const NOISE = 'tok_SECRET <script>\r\nuser@example.com'

describe.each(socialProviders)('$key', ({ key }) => {
  const startIt = start[key]

  it('is called over https, for the person of this flow only', async () => {
    expect(Object.values(socialProviderRows[key].urls).every((url) => url.startsWith('https://'))).toBe(true)
    const server = await startIt({ person })
    await logInAt(providerAt(key, server))
    const [way] = server.askedAt(server.paths.authorize)
    expect(way?.query.get('response_type')).toBe('code')
    expect(way?.query.get('redirect_uri')).toBe(REDIRECT_URI)
    expect(way?.query.get('client_id')).toBe(CLIENT.clientId)
    const [exchange] = server.askedAt(server.paths.token)
    expect(exchange?.form.get('redirect_uri')).toBe(REDIRECT_URI)
    expect(exchange?.query.size).toBe(0)
  })

  it('checks the verifier if the table says so', async () => {
    const server = await startIt({ person })
    await logInAt(providerAt(key, server))
    const [way] = server.askedAt(server.paths.authorize)
    expect(way?.query.get('code_challenge_method')).toBe(socialProviderRows[key].pkce ? 'S256' : null)
    expect(server.askedAt(server.paths.token)[0]?.form.has('code_verifier')).toBe(socialProviderRows[key].pkce)
  })

  it('reports a refusal by the person', async () => {
    const provider = providerAt(key, await startIt({ person, cancels: true }))
    expect((await refusalBy(logInAt(provider))).code).toBe('provider-cancelled')
  })

  it('names the account, or proves no identity', async () => {
    const provider = providerAt(key, await startIt({ person: { name: 'Nobody', email: 'a@example.com' } }))
    expect((await refusalBy(logInAt(provider))).code).toBe('account-connect-failed')
  })

  it.each(['token', 'userinfo'] as const)(
    'can fail at its %s URL in every way, without a word of it in our log',
    async (use) => {
      const server = await startIt({ person })
      const provider = providerAt(key, server)
      const path = server.paths[use]
      const failed = async () => refusalBy(logInAt(provider))
      const unavailable = { code: 'provider-unavailable' }

      server.breakAt(path, (response) => response.writeHead(503).end(NOISE))
      expect(await failed()).toEqual({ ...unavailable, log: `The provider ${key} returned status 503.` })

      server.breakAt(path, (response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end())
      expect(await failed()).toEqual({ ...unavailable, log: `The provider ${key} returned status 302.` })
      expect(server.askedAt('/elsewhere')).toEqual([])

      server.breakAt(path, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(NOISE))
      const notJson = await failed()
      expect(notJson).toMatchObject(unavailable)
      expect(notJson.log).not.toContain('SECRET')

      server.breakAt(path, (response) => response.writeHead(200).end(JSON.stringify({ filler: 'x'.repeat(2_000_000) })))
      expect(await failed()).toEqual({ ...unavailable, log: `The provider ${key} sent a response that is too long.` })

      server.breakAt(path, (response) => response.socket?.destroy())
      expect(await failed()).toMatchObject(unavailable)
    },
  )

  it('has a time limit', async () => {
    const server = await startIt({ person })
    server.breakAt(server.paths.token, (response) => void response.writeHead(200).write('{'))
    expect(await refusalBy(logInAt(providerAt(key, server, CLIENT, 100)))).toEqual({
      code: 'provider-unavailable',
      log: `The provider ${key} could not be reached: timed out.`,
    })
  })

  it('may be down', async () => {
    const server = await startIt({ person })
    const provider = providerAt(key, server)
    const answer = await visit(provider)
    await server.close()
    expect(await refusalBy(provider.identify(answer))).toMatchObject({ code: 'provider-unavailable' })
  })

  it.each([
    [{}, 'redirected back without a code'],
    [{ code: '' }, 'redirected back without a code'],
    [{ error: NOISE, error_description: NOISE }, 'returned an unknown error'],
    [{ error: 'constructor' }, 'returned an unknown error'],
  ])('may return nonsense to the callback: %j', async (parameters, what) => {
    const provider = providerAt(key, await startIt({ person }))
    const identified = provider.identify({ ...OURS, parameters: new URLSearchParams(parameters) })
    expect(await refusalBy(identified)).toEqual({
      code: 'account-connect-failed',
      log: `The provider ${key} ${what}.`,
    })
  })

  it.each([
    { error: NOISE },
    { error: { code: NOISE, message: NOISE } },
    { access_token: 7 },
    { access_token: 'a', token_type: 'mac' },
    [],
  ])('may return nonsense to the exchange: %j', async (json) => {
    const server = await startIt({ person })
    server.breakAt(server.paths.token, (response) => response.end(JSON.stringify(json)))
    const refusal = await refusalBy(logInAt(providerAt(key, server)))
    expect(refusal.code).toBe('account-connect-failed')
    expect(refusal.log).not.toContain('SECRET')
  })
})
