// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SiteApi } from '../../../host-site/lib/site-api'
import type { HeldTag } from '../../../contract/schemas/tags'
import { aHeldTag, aTagProfile, profileServer } from '../support/member-credits'
import { aMember } from '../support/fake-client'
import { click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

afterEach(async () => {
  await leaveSite()
  vi.restoreAllMocks()
})

async function open(changes: Partial<HeldTag> = {}) {
  const asked: unknown[] = []
  const download: SiteApi['download'] = (name, input) => {
    asked.push([name, input])
    return Promise.resolve({ success: false, code: '', error: '', retryAfterSeconds: null })
  }
  const { call } = profileServer(aTagProfile({ tags: [aHeldTag(changes)] }), {})
  await renderSite('/profile', { loggedIn: aMember(), call, download })
  const panel = find('.take-along')
  await act(async () => {
    panel.setAttribute('open', '')
    panel.dispatchEvent(new Event('toggle'))
    await import('../../../host-site/features/profile/download-menu-content')
  })
  return asked
}

const files = [
  ['Everything', 'everything.zip'],
  ['Credential', 'credential.json'],
  ['Proof', 'proof.tlog-proof'],
  ['Wallet file', 'presentation.json'],
  ['Badge as PNG', 'badge.png'],
  ['Badge as SVG', 'badge.svg'],
] as const

it('offers every file of a TrustTag, each with its own request', async () => {
  const asked = await open()
  for (const [label] of files) await click(control(label, '.take-along'))
  expect(asked).toEqual(files.map(([, file]) => ['getOwnTagFile', { tagId: 'TT-TEST-CK202612345678', file }]))
})

it('links the security claim to its explanation', async () => {
  await open()
  expect(find('.proof a').textContent).toBe('Verified & Blockchain Secured')
  expect(find('.proof a').getAttribute('href')).toBe('/transparency')
})

it('makes no claim for one without a log entry', async () => {
  await open({ proof: null })
  expect(find('.proof').textContent).toBe('Verified')
})

it.each<[string, Partial<HeldTag>, string]>([
  ['private', { visibility: 'PRIVATE' }, 'It is private, so'],
  ['revoked', { status: 'revoked', isValid: false }, 'no longer valid'],
  ['expired', { status: 'expired', isValid: false }, 'no longer valid'],
])('keeps the files of a %s one, and says why LinkedIn and the badge are missing', async (_, changes, why) => {
  await open(changes)
  expect(texts('.take-along-files button')).toEqual(files.map(([label]) => label))
  expect(find('.take-along').textContent).toContain(why)
  expect(document.querySelector('.take-along img, .take-along a, .take-along textarea')).toBeNull()
})

it('copies the badge, and reports it; without a clipboard it asks to copy manually', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await open()
  await click(control('Copy the HTML Cook', '.take-along'))
  expect(written).toHaveBeenCalledExactlyOnceWith(find('.take-along textarea').textContent)
  expect(find('.profile-bar output').textContent).toBe('Copied.')
  written.mockRejectedValueOnce(new Error('denied'))
  await click(control('Copy the HTML Cook', '.take-along'))
  expect(find('.profile-bar [role="alert"]').textContent).toContain('select the text and copy it')
})
