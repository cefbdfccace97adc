import { expect, it } from 'vitest'
import { chooseSocialProviders } from '../../../../../api/features/social/choose-providers'
import { createSecrets } from '../../../../../api/lib/ids'
import { readConfig } from '../../../../../api/config'
import { openTestStore } from '../../../database/open-test-store'
import { OURS } from './log-in-at'
import { startGithub } from './fake-providers/github'
import { openAcme } from './openid/open-acme'

const ways = { ...OURS, appName: 'Demo' }

async function choose(env: Record<string, string>) {
  const { social, urls } = readConfig(env)
  const store = await openTestStore()
  return chooseSocialProviders({ settings: social, store, urls, secrets: createSecrets(), clock: { now: Date.now } })
}

it('in Test Mode the consent page replaces unconfigured providers, in live mode nothing does', async () => {
  const providers = await choose({})
  expect((await providers.find('test', 'google')?.authorize(ways))?.origin).toBe('http://localhost:4001')
  expect(providers.find('live', 'google')).toBeNull()
})

it('a configured provider is used in both modes, the others as before', async () => {
  const github = await startGithub({ person: { id: 1 } })
  const { acme } = await openAcme()
  const providers = await choose({
    GITHUB_CLIENT_ID: 'client',
    GITHUB_CLIENT_SECRET: 'secret',
    GITHUB_AUTHORIZE_URL: `${github.url}/login/oauth/authorize`,
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_ISSUER: acme.issuer,
    OIDC_ACME_CLIENT_ID: acme.clientId,
    OIDC_ACME_CLIENT_SECRET: acme.clientSecret,
  })
  for (const mode of ['test', 'live'] as const) {
    expect((await providers.find(mode, 'github')?.authorize(ways))?.origin).toBe(github.url)
    expect((await providers.find(mode, 'acme')?.authorize(ways))?.origin).toBe(acme.issuer)
    expect(providers.find(mode, 'acme')?.key).toBe('acme')
  }
  expect(providers.find('live', 'google')).toBeNull()
})
