import { describe, expect, it, vi } from 'vitest'
import { createShareLink, type Sharing } from '../../../host-site/lib/browser'

const link = { title: 'TrustTag: Cook', url: 'https://trusttag.example/verify?id=TT-1' }
const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})

function browser(more: Sharing = {}) {
  writeText.mockClear()
  return createShareLink({ clipboard: { writeText }, ...more })
}

const sheet = (share: () => Promise<void>, canShare = true) => ({ share, canShare: () => canShare })
const failure = (name: string) => async () => {
  throw new DOMException('', name)
}

describe('sharing a link', () => {
  it('uses the system’s share sheet if there is one', async () => {
    const share = vi.fn<() => Promise<void>>(async () => {})
    expect(await browser(sheet(share))(link)).toBe('shared')
    expect(share).toHaveBeenCalledExactlyOnceWith(link)
    expect(writeText).not.toHaveBeenCalled()
  })

  it('does nothing more when the sheet is closed', async () => {
    expect(await browser(sheet(failure('AbortError')))(link)).toBe('shared')
    expect(writeText).not.toHaveBeenCalled()
  })

  it.each([
    ['there is no sheet', {}],
    ['the sheet takes no links', sheet(async () => {}, false)],
    ['the sheet does not open', sheet(failure('NotAllowedError'))],
    ['the browser is too old to be asked what it shares', { share: async () => {} }],
  ])('copies it where %s', async (_case, more) => {
    expect(await browser(more)(link)).toBe('copied')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(link.url)
  })

  it('reports a blocked or missing clipboard', async () => {
    expect(await browser({ clipboard: { writeText: failure('NotAllowedError') } })(link)).toBe('refused')
    expect(await browser({ clipboard: undefined })(link)).toBe('refused')
  })
})
