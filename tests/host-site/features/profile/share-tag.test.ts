import { describe, expect, it, vi } from 'vitest'
import { sampleProfile } from '../../../../host-site/content/sample-profile'
import { shareTag } from '../../../../host-site/features/profile/member-actions'
import type { ShareLink, ShareResult } from '../../../../host-site/lib/browser'

const [tag] = sampleProfile.tags
const url = 'https://trusttag.example/verify/TT-WD2024001'

async function sharing(result: ShareResult) {
  const share = vi.fn<ShareLink>(async () => result)
  return { share, outcome: await shareTag(tag, 'https://trusttag.example', share) }
}

describe('sharing a TrustTag', () => {
  it('hands on the address at which it is checked', async () => {
    const { share } = await sharing('shared')
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'TrustTag: Web Development', url })
  })

  it('says that the link was copied, and nothing where the system has said it', async () => {
    expect((await sharing('copied')).outcome.text).toBe('The link to the TrustTag for Web Development has been copied.')
    expect((await sharing('shared')).outcome.text).toBe('')
  })

  it('shows the link where it could not be handed on', async () => {
    expect((await sharing('refused')).outcome).toEqual({
      text: `The link could not be copied. It is ${url}`,
      failed: true,
    })
  })

  it('is refused while nobody else could check it', async () => {
    const share = vi.fn<ShareLink>()
    const outcome = await shareTag({ ...tag, visibility: 'PRIVATE' }, 'https://trusttag.example', share)
    expect(outcome).toMatchObject({ failed: true, text: expect.stringContaining('This TrustTag is private.') })
    expect(share).not.toHaveBeenCalled()
  })
})
