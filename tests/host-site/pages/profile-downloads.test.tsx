// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { aTagProfile, profileServer } from '../support/member-credits'
import type { Replies } from '../support/answering'
import { aMember } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

/** Saved files: name → text. */
let saved: [string, Promise<string>][]

beforeEach(() => {
  saved = []
  const files = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${files.size}`
    if (file instanceof Blob) files.set(url, file)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    const file = files.get(this.getAttribute('href') ?? '')
    if (file) saved.push([this.download, file.text()])
  })
})
afterEach(async () => {
  await leaveSite()
  vi.restoreAllMocks()
})

const bar = () => find('.profile-bar output').textContent
const open = (more: Replies = {}, download?: SiteApi['download']) =>
  renderSite('/profile', {
    loggedIn: aMember(),
    call: profileServer(aTagProfile(), more).call,
    ...(download && { download }),
  })

describe('downloads', () => {
  const file = { fileName: 'TrustTag-Cook-TT-1.txt', text: 'TRUSTTAG' }

  it('are saved under the names they come with', async () => {
    const download: SiteApi['download'] = async (name) => ({
      success: true,
      file: new Blob([name]),
      fileName: name === 'getPortfolioArchive' ? 'TrustTag-Portfolio-2026-11-21.zip' : 'TrustTag-Cook-TT-1.pdf',
    })
    const more: Replies = {
      getCertificateText: () => file,
      getPortfolioText: () => ({ fileName: 'TrustTag-Portfolio-2026-11-21.txt', text: 'ALL' }),
      exportMyData: () => ({
        fileName: 'TrustTag-Data.json',
        exportedAt: '2026-11-21T09:00:00.000Z',
        records: { members: [] },
      }),
    }
    await open(more, download)
    await click(control('Download Certificate Cook'))
    await click(control('Download Certificate as PDF Cook'))
    await click(control('My TrustTags', '.quick-actions'))
    await click(control('Export Portfolio'))
    await click(control('Export My Data'))
    expect(await Promise.all(saved.map(async ([name, text]) => [name, await text]))).toEqual([
      ['TrustTag-Cook-TT-1.txt', 'TRUSTTAG'],
      ['TrustTag-Cook-TT-1.pdf', 'getOwnTagFile'],
      ['TrustTag-Portfolio-2026-11-21.txt', 'ALL'],
      ['TrustTag-Portfolio-2026-11-21.zip', 'getPortfolioArchive'],
      [
        'TrustTag-Data.json',
        '{\n  "exportedAt": "2026-11-21T09:00:00.000Z",\n  "records": {\n    "members": []\n  }\n}\n',
      ],
    ])
    expect(bar()).toBe('TrustTag-Data.json has been downloaded.')
  })

  it('show progress until they are ready', async () => {
    let answer: (made: typeof file) => void = () => {}
    const pending = new Promise<typeof file>((resolve) => (answer = resolve))
    await open({ getPortfolioText: () => pending })
    await click(control('My TrustTags', '.quick-actions'))
    expect(texts('.quick-actions button')).toContain('Generating...')
    await act(async () => answer(file))
    expect(texts('.quick-actions button')).toContain('My TrustTags')
  })

  it('that fail show the product’s error', async () => {
    await open()
    for (const [label, within] of [
      ['My TrustTags', '.quick-actions'],
      ['Export Portfolio', '.quick-actions'],
      ['Download Certificate Cook', '.thread'],
    ] as const) {
      await click(control(label, within))
      expect(alertText(), label).toBe('Download failed. Please try again.')
    }
    expect(saved).toEqual([])
  })
})
