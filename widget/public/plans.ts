/** TYPES of the client methods about plans, purchases, payments, and teams that share a plan. */
import type { App } from '../../contract/types/app'
import type { Member } from '../../contract/types/member'
import type { Team } from '../../contract/types/team'
import type { Answered, TokenOption } from './answered'

/** What is bought, and where the provider leads back to. Addresses may be relative to the page. */
export interface PurchaseParams {
  priceId: string
  couponId?: string
  /** After the payment; without it where plan and app lead, else back to this page. */
  successUrl?: string
  /** Without it back to this page. */
  cancelUrl?: string
  /** What the owner finds with the purchase: any JSON, 50 keys, 500 characters for each value. */
  metadataForCheckout?: Record<string, unknown>
  /** False: the answer's `url` is not gone to. */
  autoRedirect?: boolean
}

export interface PlanClient {
  /**
   * Joins a free plan. @throws `plan-not-free`, `already-have-plan`, `plan-not-found`, `plan-member-limit-reached`,
   * `plan-restricted-to-admin`
   */
  addPlan(
    params: { planId: string },
    options?: TokenOption,
  ): Promise<Answered<{ member: Member; redirect: string | null; app: App }>>
  /** Leaves a free plan. @throws `no-plan-found`, `plan-not-removable` for one that is paid for */
  removePlan(
    params: { planId: string },
    options?: TokenOption,
  ): Promise<Answered<{ member: Member; redirect: string | null }>>
  /**
   * Begins a purchase and goes to where it is paid. @throws `price-no-longer-available`, `coupon-not-found`,
   * `already-have-plan`, `can-only-have-one-active-team`, `plan-member-limit-reached`, `payments-not-configured`
   */
  purchasePlansWithCheckout(params: PurchaseParams, options?: TokenOption): Promise<Answered<{ url: string }>>
  /**
   * Ours: puts a price in the place of what the member pays for now, with proration; `url` is null then. Where nothing is
   * paid for yet, or the price cannot be changed to, it begins a purchase and goes to `url`. @throws as a purchase does
   */
  updatePrice(
    params: PurchaseParams,
    options?: TokenOption,
  ): Promise<Answered<{ member: Member; url: string | null; redirect: string | null }>>
  /**
   * Goes to where members manage what they pay for. @throws `no-purchase-found`, `payments-not-configured`
   */
  launchStripeCustomerPortal(
    params?: {
      priceIds?: string[]
      configuration?: Record<string, unknown>
      /** Without it back to this page. */
      returnUrl?: string
      autoRedirect?: boolean
    },
    options?: TokenOption,
  ): Promise<Answered<{ url: string }>>
}

export interface TeamClient {
  /** @throws `invalid-invite-token`, `team-inactive`, `team-full`, `already-in-team` */
  joinTeam(params: { inviteToken: string }, options?: TokenOption): Promise<Answered<{ teamId: string }>>
  /** For the team's owner. @throws `team-not-found`, `access-denied` */
  getTeam(params: { teamId: string }, options?: TokenOption): Promise<Answered<Team>>
  /** The owner removes anybody but themselves, a member only themselves. @throws `access-denied`, `member-not-found` */
  removeMemberFromTeam(
    params: { teamId: string; memberId: string },
    options?: TokenOption,
  ): Promise<Answered<{ id: string }>>
  /** For the owner: a new invite link; the old one works no longer. */
  generateInviteToken(params: { teamId: string }, options?: TokenOption): Promise<Answered<{ inviteToken: string }>>
}
