import type { AttemptRow } from '../../api/features/assessments/repository'
import type { TagRow } from '../../api/features/tags/repository'
import type { AppDefinition } from '../../api/features/apps/definition'
import { spendCredit } from '../../api/features/tags/credits'
import type { Call } from '../../contract/schemas'
import { DEMO, openShop, sessionOf } from './open-shop'
import { passedAttempt } from './passed-attempt'
import type { TestApiOptions } from './start-api'

export const RETURN_URLS = { success_url: `${DEMO}/thanks`, cancel_url: `${DEMO}/checkout` }

type Order = Partial<Call<'createTagPurchase'>>

export async function openTagShop({
  offer = {},
  app = {},
  ...options
}: TestApiOptions & { offer?: { endsAt?: string } | null; app?: Partial<AppDefinition> } = {}) {
  const trustTag = offer === null ? {} : { freeOffer: offer }
  const shop = await openShop({ ...options, app: { trustTag, ...app } })
  const { store, clock, services } = shop
  let count = 0

  const order = (token: string, more: Order = {}) =>
    shop.call('createTagPurchase', { packageId: 'three', ...RETURN_URLS, ...more }, shop.as(token))

  async function attempt(memberId: string, changes: Partial<AttemptRow> = {}): Promise<AttemptRow> {
    const row: AttemptRow = {
      ...passedAttempt,
      id: `att_${(count += 1)}`,
      appId: 'app_shop',
      mode: 'test',
      memberId,
      startedAt: clock.now(),
      expiresAt: clock.now(),
      completedAt: clock.now(),
      result: { score: 80, passed: true, topics: [], sets: [80], second: null },
      ...changes,
    }
    await store.attempts.insert(row)
    return row
  }

  /** Spends a credit and issues a TrustTag in one transaction. */
  async function issue(memberId: string): Promise<TagRow> {
    const { id: attemptId, skill, category } = await attempt(memberId)
    const now = clock.now()
    return store.transaction(async (repositories) => {
      const id = `TT-TEST-CK2026${String((count += 1)).padStart(8, '0')}`
      const tag: TagRow = {
        id,
        appId: 'app_shop',
        mode: 'test',
        memberId,
        attemptId,
        creditId: await spendCredit(repositories, { memberId, tagId: id, at: now }),
        skill,
        category,
        holderName: 'Ann Lee',
        score: 80,
        topics: [],
        sets: 1,
        attemptNumber: 1,
        isReviewed: false,
        issuedAt: now,
        expiresAt: now + 1,
        visibility: 'PUBLIC',
        revokedAt: null,
        revokeReason: null,
        proof: null,
      }
      await repositories.tags.insert(tag)
      return tag
    })
  }

  return {
    ...shop,
    order,
    attempt,
    issue,
    list: async (token: string) => (await shop.call('listTagPurchases', {}, shop.as(token))).data,
    refund: (token: string, purchaseId: string) => shop.call('refundTagPurchase', { purchaseId }, shop.as(token)),
    claim: (token: string) => shop.call('claimFreeTag', {}, shop.as(token)),
    /** Buys and pays for a package. @returns ID of the purchase */
    async buy(token: string, packageId = 'three'): Promise<string> {
      const { purchase, url } = (await order(token, { packageId })).data
      await shop.pay(sessionOf(url))
      await shop.call('listTagPurchases', {}, shop.as(token))
      return purchase.id
    },
    /** Refunds or disputes a payment at the provider. */
    async play(purchaseId: string, play: 'refund' | 'dispute'): Promise<boolean> {
      const sale = (await store.testPayments.findSaleByPurchase(purchaseId))!
      return services.payments.testPages.simulate(sale.id, sale.version, play)
    },
    /** Refunds of a member in cents, largest first. */
    async givenBack(memberId: string): Promise<number[]> {
      const amounts = (await shop.charges(memberId)).map(({ amountMinor }) => -amountMinor)
      return amounts.filter((amount) => amount > 0).toSorted((a, b) => b - a)
    },
  }
}
