import { expect, it } from 'vitest'
import { CLIENT } from '../providers/fake-providers/serve-fake-provider'
import { startGithub } from '../providers/fake-providers/github'
import { API, carried, locationOf, openApiWithWindow, OURS } from './open-window'

const person = { id: 583_231, name: 'Mona Octocat' }
const emails = [{ email: 'mona@example.com', verified: true, primary: true }]
const github = { ...OURS, provider: 'github' }

/** The API, with GitHub configured by its owner. */
async function openWithGithub(secret = CLIENT.clientSecret) {
  const { url, paths } = await startGithub({ person, emails, redirectUri: `${API}/auth-provider/callback/github` })
  const window = await openApiWithWindow({
    env: {
      PUBLIC_API_URL: API,
      GITHUB_CLIENT_ID: CLIENT.clientId,
      GITHUB_CLIENT_SECRET: secret,
      GITHUB_AUTHORIZE_URL: url + paths.authorize,
      GITHUB_TOKEN_URL: url + paths.token,
      GITHUB_USERINFO_URL: url + paths.userinfo,
    },
  })
  /** From the first page to the end of the window. */
  const walk = async (flow: string) => {
    const begun = await window.begin(flow, github)
    const response = await fetch(locationOf(begun) ?? '', { redirect: 'manual' })
    return window.visit((response.headers.get('location') ?? '').replace(API, ''))
  }
  return { window, walk }
}

it('a configured provider is called itself, also in Test Mode', async () => {
  const { walk } = await openWithGithub()
  const page = await walk('signup')
  expect(carried(page.html)?.answer).toMatchObject({
    data: { member: { auth: { email: 'mona@example.com', providers: [{ provider: 'github' }] }, verified: true } },
  })
})

it('a refused secret is reported to the owner without it, and to the person in our words', async () => {
  const { window, walk } = await openWithGithub('mistyped-secret')
  const page = await walk('signup')
  expect(carried(page.html)?.answer).toMatchObject({ error: { code: 'provider-not-configured' } })
  const told = window.logLines.filter((line) => line.includes('incorrect_client_credentials'))
  expect(told).toHaveLength(1)
  expect(window.logLines.join('')).not.toContain('mistyped-secret')
})
