import { describe, expect, it } from 'vitest'
import { socialProviders } from '../../../../contract/providers'
import type { SocialProviderKey } from '../../../../contract/providers'
import { socialProviderRows } from '../../../../api/features/social/providers'
import { logInAt, OURS, providerAt, refusalBy, visit } from './log-in-at'
import { startDribbble } from './stand-ins/dribbble'
import { startFacebook } from './stand-ins/facebook'
import { startGithub } from './stand-ins/github'
import { startGoogle } from './stand-ins/google'
import { startLinkedin } from './stand-ins/linkedin'
import { CLIENT, REDIRECT_URI } from './stand-ins/serve-stand-in'
import { startSpotify } from './stand-ins/spotify'
import type { StandIn, StandInOptions } from './stand-ins/stand-in'

const start: Record<SocialProviderKey, (options: StandInOptions) => Promise<StandIn>> = {
  facebook: startFacebook,
  google: startGoogle,
  linkedin: startLinkedin,
  spotify: startSpotify,
  dribbble: startDribbble,
  github: startGithub,
}
/** Every name that one of them has for an id. */
const person = { id: 7, sub: '7' }
const NOISE = 'tok_SECRET <script>\r\nuser@example.com'

describe.each(socialProviders)('$key', ({ key }) => {
  const startIt = start[key]

  it('is asked at addresses with https, for the person of this way alone', async () => {
    expect(Object.values(socialProviderRows[key].urls).every((url) => url.startsWith('https://'))).toBe(true)
    const standIn = await startIt({ person })
    await logInAt(providerAt(key, standIn))
    const [way] = standIn.askedAt(standIn.paths.authorize)
    expect(way?.query.get('response_type')).toBe('code')
    expect(way?.query.get('redirect_uri')).toBe(REDIRECT_URI)
    expect(way?.query.get('client_id')).toBe(CLIENT.clientId)
    const [exchange] = standIn.askedAt(standIn.paths.token)
    expect(exchange?.form.get('redirect_uri')).toBe(REDIRECT_URI)
    expect(exchange?.query.size).toBe(0)
  })

  it('checks the verifier if the table says so', async () => {
    const standIn = await startIt({ person })
    await logInAt(providerAt(key, standIn))
    const [way] = standIn.askedAt(standIn.paths.authorize)
    expect(way?.query.get('code_challenge_method')).toBe(socialProviderRows[key].pkce ? 'S256' : null)
    expect(standIn.askedAt(standIn.paths.token)[0]?.form.has('code_verifier')).toBe(socialProviderRows[key].pkce)
  })

  it('may be refused by the person', async () => {
    const provider = providerAt(key, await startIt({ person, cancels: true }))
    expect((await refusalBy(logInAt(provider))).code).toBe('provider-cancelled')
  })

  it('names the account, or proves nobody', async () => {
    const provider = providerAt(key, await startIt({ person: { name: 'Nobody', email: 'a@example.com' } }))
    expect((await refusalBy(logInAt(provider))).code).toBe('account-connect-failed')
  })

  it.each(['token', 'userinfo'] as const)(
    'may fail at its %s address in every way, without a word of it in our log',
    async (use) => {
      const standIn = await startIt({ person })
      const provider = providerAt(key, standIn)
      const path = standIn.paths[use]
      const failed = async () => refusalBy(logInAt(provider))
      const unavailable = { code: 'provider-unavailable' }

      standIn.breakAt(path, (response) => response.writeHead(503).end(NOISE))
      expect(await failed()).toEqual({ ...unavailable, log: `The provider ${key} answered with status 503.` })

      standIn.breakAt(path, (response) => response.writeHead(302, { location: `${standIn.url}/elsewhere` }).end())
      expect(await failed()).toEqual({ ...unavailable, log: `The provider ${key} answered with status 302.` })
      expect(standIn.askedAt('/elsewhere')).toEqual([])

      standIn.breakAt(path, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(NOISE))
      const notJson = await failed()
      expect(notJson).toMatchObject(unavailable)
      expect(notJson.log).not.toContain('SECRET')

      standIn.breakAt(path, (response) =>
        response.writeHead(200).end(JSON.stringify({ filler: 'x'.repeat(2_000_000) })),
      )
      expect(await failed()).toEqual({ ...unavailable, log: `The provider ${key} answered with more than is read.` })

      standIn.breakAt(path, (response) => response.socket?.destroy())
      expect(await failed()).toMatchObject(unavailable)
    },
  )

  it('is not waited for without end', async () => {
    const standIn = await startIt({ person })
    standIn.breakAt(standIn.paths.token, (response) => void response.writeHead(200).write('{'))
    expect(await refusalBy(logInAt(providerAt(key, standIn, CLIENT, 100)))).toEqual({
      code: 'provider-unavailable',
      log: `The provider ${key} could not be asked: time is up.`,
    })
  })

  it('may be down', async () => {
    const standIn = await startIt({ person })
    const provider = providerAt(key, standIn)
    const answer = await visit(provider)
    await standIn.close()
    expect(await refusalBy(provider.identify(answer))).toMatchObject({ code: 'provider-unavailable' })
  })

  it.each([
    [{}, 'led back without a code'],
    [{ code: '' }, 'led back without a code'],
    [{ error: NOISE, error_description: NOISE }, 'refused for a reason that is not known here'],
    [{ error: 'constructor' }, 'refused for a reason that is not known here'],
  ])('may lead back with nonsense: %j', async (parameters, what) => {
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
  ])('may answer the exchange with nonsense: %j', async (json) => {
    const standIn = await startIt({ person })
    standIn.breakAt(standIn.paths.token, (response) => response.end(JSON.stringify(json)))
    const refusal = await refusalBy(logInAt(providerAt(key, standIn)))
    expect(refusal.code).toBe('account-connect-failed')
    expect(refusal.log).not.toContain('SECRET')
  })
})
