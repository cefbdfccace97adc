import { describe, expect, it } from 'vitest'
import { linkedInLink } from '../../../../host-site/features/issue/linked-in'
import { badgeSnippet } from '../../../../host-site/features/profile/download-menu-content'
import { toProfileTag } from '../../../../host-site/features/profile/profile-view'
import type { HeldTag } from '../../../../contract/schemas/tags'
import { aHeldTag } from '../../support/member-credits'

function held(changes: Partial<HeldTag> = {}) {
  const { links, ...tag } = toProfileTag(aHeldTag(changes))
  if (!links) throw new Error('A held TrustTag can be taken along.')
  return { ...tag, links }
}

describe('the way to LinkedIn', () => {
  const fieldsOf = (changes: Partial<HeldTag> = {}) =>
    Object.fromEntries(new URL(linkedInLink({ ...held(changes), ...held(changes).links })).searchParams)

  it('fills in its form: name, who issued it, both months, the check and the ID', () => {
    expect(fieldsOf({ mode: 'live' })).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'TrustTag: Cook',
      organizationName: 'TrustTag',
      issueYear: '2026',
      issueMonth: '11',
      expirationYear: '2028',
      expirationMonth: '3',
      certUrl: 'http://localhost:4000/verify/TT-TEST-CK202612345678',
      certId: 'TT-TEST-CK202612345678',
    })
  })

  it('marks a Test Mode TrustTag in the name', () => {
    expect(fieldsOf()).toMatchObject({ name: 'TrustTag: Cook (Test)' })
  })

  it('uses UTC months, and no expiry without an end date', () => {
    const fields = fieldsOf({ issueDate: '2026-12-31T23:59:59.000Z', expiresAt: null })
    expect(fields).toMatchObject({ issueYear: '2026', issueMonth: '12' })
    expect(fields).not.toHaveProperty('expirationYear')
  })

  it('encodes any skill name as text', () => {
    expect(fieldsOf({ mode: 'live', skill: 'C++ & "C#"?' }).name).toBe('TrustTag: C++ & "C#"?')
  })
})

describe('the badge for other pages', () => {
  it('is an image with alt text in a link to the check, and nothing else', () => {
    expect(badgeSnippet(held())).toBe(
      '<a href="http://localhost:4000/verify/TT-TEST-CK202612345678">' +
        '<img src="http://localhost:4001/trusttag/tags/TT-TEST-CK202612345678/badge.svg"' +
        ' alt="TrustTag: Cook, 80% · likely 70–95 · 10 questions. Check it." width="160" height="160"></a>',
    )
  })

  it('escapes markup in skill names', () => {
    const snippet = badgeSnippet(held({ skill: '"><script>alert(1)</script>&amp;' }))
    expect(snippet.match(/</gu)).toHaveLength(3)
    expect(snippet).toContain(
      'alt="TrustTag: &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;, 80% · likely 70–95 · 10 questions. Check it."',
    )
  })
})
