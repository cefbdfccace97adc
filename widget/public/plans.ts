/** TYPES of the client methods for plans, purchases, payments and teams. */
import type { App } from '../../contract/types/app'
import type { Member } from '../../contract/types/member'
import type { Team } from '../../contract/types/team'
import type { Answered, TokenOption } from './answered'

/** The purchase, and the URLs to which the provider returns. URLs can be relative to the page. */
export interface PurchaseParams {
  priceId: string
  couponId?: string
  /** After the payment. Default: the redirect of the plan or the app, else this page. */
  successUrl?: string
  /** Default: this page. */
  cancelUrl?: string
  /** Data for the owner, stored with the purchase: any JSON, up to 50 keys, 500 characters per value. */
  metadataForCheckout?: Record<string, unknown>
  /** False: does not open the `url` of the result. */
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
  /** Leaves a free plan. @throws `no-plan-found`, `plan-not-removable` for a paid plan */
  removePlan(
    params: { planId: string },
    options?: TokenOption,
  ): Promise<Answered<{ member: Member; redirect: string | null }>>
  /**
   * Starts a purchase and opens the checkout. @throws `price-no-longer-available`, `coupon-not-found`,
   * `already-have-plan`, `can-only-have-one-active-team`, `plan-member-limit-reached`, `payments-not-configured`
   */
  purchasePlansWithCheckout(params: PurchaseParams, options?: TokenOption): Promise<Answered<{ url: string }>>
  /**
   * Ours: replaces the price that the member pays, with proration; `url` is null then. If there is no purchase yet, or
   * the price can't be changed to this one, it starts a purchase and opens `url`. @throws the codes of a purchase
   */
  updatePrice(
    params: PurchaseParams,
    options?: TokenOption,
  ): Promise<Answered<{ member: Member; url: string | null; redirect: string | null }>>
  /** Opens the customer portal. @throws `no-purchase-found`, `payments-not-configured` */
  launchStripeCustomerPortal(
    params?: {
      priceIds?: string[]
      configuration?: Record<string, unknown>
      /** Default: this page. */
      returnUrl?: string
      autoRedirect?: boolean
    },
    options?: TokenOption,
  ): Promise<Answered<{ url: string }>>
}

export interface TeamClient {
  /** Ours: who invites to which team, for a question before `joinTeam`. @throws `invalid-invite-token`, `team-inactive` */
  getInvitation(
    params: { inviteToken: string },
    options?: TokenOption,
  ): Promise<Answered<{ teamName: string; inviterEmail: string }>>
  /** @throws `invalid-invite-token`, `team-inactive`, `team-full`, `already-in-team` */
  joinTeam(params: { inviteToken: string }, options?: TokenOption): Promise<Answered<{ teamId: string }>>
  /** For the team's owner. @throws `team-not-found`, `access-denied` */
  getTeam(params: { teamId: string }, options?: TokenOption): Promise<Answered<Team>>
  /**
   * The owner can remove anyone except themselves; a member only themselves. @throws `access-denied`,
   * `member-not-found`
   */
  removeMemberFromTeam(
    params: { teamId: string; memberId: string },
    options?: TokenOption,
  ): Promise<Answered<{ id: string }>>
  /** For the owner. Creates a new invite link; the old one stops working. */
  generateInviteToken(params: { teamId: string }, options?: TokenOption): Promise<Answered<{ inviteToken: string }>>
}
