import { describe, expect, it, vi } from 'vitest'
import { shareTag } from '../../../../host-site/features/profile/member-actions'
import type { ShareLink, ShareResult } from '../../../../host-site/lib/browser'
import { sampleProfile } from '../../../../host-site/pages/profile'

const [tag] = sampleProfile.tags
const url = 'https://trusttag.example/verify/TT-WD2024001'

async function sharing(result: ShareResult) {
  const share = vi.fn<ShareLink>(async () => result)
  return { share, outcome: await shareTag(tag, 'https://trusttag.example', share) }
}

describe('sharing a TrustTag', () => {
  it('shares the URL of its check', async () => {
    const { share } = await sharing('shared')
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'TrustTag: Web Development', url })
  })

  it('reports a copied link, but not what the system reported itself', async () => {
    expect((await sharing('copied')).outcome.text).toBe('The link to the TrustTag for Web Development has been copied.')
    expect((await sharing('shared')).outcome.text).toBe('')
  })

  it('shows the link if it could not be shared', async () => {
    expect((await sharing('refused')).outcome).toEqual({
      text: `The link could not be copied. It is ${url}`,
      failed: true,
    })
  })

  it('is refused while it is private', async () => {
    const share = vi.fn<ShareLink>()
    const outcome = await shareTag({ ...tag, visibility: 'PRIVATE' }, 'https://trusttag.example', share)
    expect(outcome).toMatchObject({ failed: true, text: expect.stringContaining('This TrustTag is private.') })
    expect(share).not.toHaveBeenCalled()
  })
})
