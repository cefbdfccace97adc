import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { socialProviderRows } from '../../api/features/social/providers'
import { readSocialProviders } from '../../api/features/social/settings'
import { AUTH_PROVIDER_PATH, socialProviders } from '../../contract/providers'
import { popupBlocked, popupClosed, socialErrors } from '../../contract/social-errors'
import { projectRoot } from '../support/run-process'

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const markdown = readText('docs/social-login.md')

const setting = (key: string, name: string) => `${key.toUpperCase().replaceAll('-', '_')}_${name}`
const callback = (key: string) => `https://<your API>${AUTH_PROVIDER_PATH}/callback/${key}`

/** Cells of the table row with this first cell. */
const rowOf = (first: string): string[] | undefined =>
  markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, cell]) => cell === first)
    ?.slice(2, -1)

it('every provider has a row with the redirect address, its settings, and a section about its console', () => {
  for (const { key, name } of socialProviders) {
    const [address, settings, scopes] = rowOf(name) ?? []
    expect(address, name).toBe(`\`${callback(key)}\``)
    expect(settings, name).toBe(`\`${setting(key, 'CLIENT_ID')}\`, \`${setting(key, 'CLIENT_SECRET')}\``)
    expect(scopes, name).toBe(socialProviderRows[key].scopes.map((scope) => `\`${scope}\``).join(', '))
    expect(markdown, name).toMatch(new RegExp(`^\\*\\*${name}\\.\\*\\* `, 'mu'))
  }
})

it('every setting in the documentation exists', () => {
  const given: Record<string, string> = { OIDC_PROVIDERS: 'acme', OIDC_ACME_ISSUER: 'https://login.acme.example' }
  const asked = new Set<string>()
  const read = (name: string) => {
    asked.add(name)
    return given[name] ?? (name.includes('_CLIENT_') ? 'known' : undefined)
  }
  expect(readSocialProviders(read, () => false)).toMatchObject({ openId: [{ key: 'acme' }] })
  const named = [...markdown.matchAll(/\b(?:[A-Z]+_)+[A-Z]+\b/gu)].map(([name]) => name)
  // Server-wide settings are in the reference.
  const reference = readText('docs/settings.md')
  expect(named.filter((name) => !asked.has(name) && !reference.includes(`| \`${name}\``))).toEqual([])
})

it('the only other redirect address in the documentation is that of the owner’s own provider', () => {
  const named = [...markdown.matchAll(/https:\/\/<your API>[^`]+/gu)].map(([address]) => address)
  const keys = [...socialProviders.map(({ key }) => key), '<its key>', 'acme']
  expect(new Set(named)).toEqual(new Set(keys.map(callback)))
})

it('every result code of social login is explained', () => {
  expect(popupBlocked.status + popupClosed.status).toBe(0)
  for (const code of [...Object.keys(socialErrors), 'popup-blocked', 'popup-closed', 'use-social-login']) {
    expect(rowOf(`\`${code}\``), code).toHaveLength(1)
  }
})
