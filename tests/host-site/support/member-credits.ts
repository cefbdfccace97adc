import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { HeldTag } from '../../../contract/schemas/tags'
import { aVerification } from './a-verification'
import { answering, type Replies } from './answering'

/** Three paid and unused credits. */
export const aPurchase = (changes: Partial<TagPurchase> = {}): TagPurchase => ({
  id: 'pur_1',
  userEmail: 'ann@example.com',
  packageType: 'three',
  numberOfTags: 3,
  totalAmount: 18,
  currency: 'USD',
  selectedSkills: ['Cook'],
  status: 'paid',
  createdAt: '2026-11-21T09:00:00.000Z',
  paidAt: '2026-11-21T09:05:00.000Z',
  refundedAmount: 0,
  refundableUntil: '2026-12-21T09:05:00.000Z',
  unusedTags: 3,
  ...changes,
})

export const credits = (available: number) => ({ available, spent: 0, refunded: 0, revoked: 0 })

/** A TrustTag of Ann Lee for Cook, from `att_1`. */
export const aHeldTag = (changes: Partial<HeldTag> = {}): HeldTag => ({
  ...aVerification({
    trustTagId: 'TT-TEST-CK202612345678',
    skill: 'Cook',
    category: 'Hospitality & Food Service',
    holderName: 'Ann Lee',
    score: 80,
    issueDate: '2026-11-21T09:10:00.000Z',
    mode: 'test',
    url: 'http://localhost:4000/verify/TT-TEST-CK202612345678',
    blockchainHash: 'ab'.repeat(32),
    proof: { leafHash: 'ab'.repeat(32), logIndex: 7 },
  }),
  attemptId: 'att_1',
  visibility: 'LINK',
  filesUrl: 'http://localhost:4001/trusttag/tags/TT-TEST-CK202612345678',
  ...changes,
})

export const aTagProfile = (changes: Partial<TagProfile> = {}): TagProfile => ({
  slug: 'abcdefghjkmn',
  publicUrl: 'http://localhost:4000/t/abcdefghjkmn',
  publicProfile: true,
  emailNotifications: true,
  shareAnalytics: true,
  views: 7,
  holderName: 'Ann Lee',
  tags: [aHeldTag()],
  activity: [{ action: 'TrustTag earned', skill: 'Cook', date: '2026-11-21T09:10:00.000Z' }],
  credits: { available: 0 },
  offer: { isOn: false, endsAt: null },
  ...changes,
})

/** A member with this profile and no purchases. */
export const profileServer = (
  profile: TagProfile = aTagProfile({ tags: [], activity: [], views: 0 }),
  more: Replies = {},
) =>
  answering({
    getTagProfile: () => profile,
    listTagPurchases: () => ({ purchases: [], credits: credits(0) }),
    claimAttempts: () => ({ attempts: [] }),
    listTags: () => ({ tags: profile.tags }),
    ...more,
  })
