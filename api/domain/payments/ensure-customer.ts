import type { Payments } from '../../ports/payments'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/** What ids of the test provider's customers begin with; no other provider's id holds a second underscore. */
export const TEST_CUSTOMER_PREFIX = 'cus_test'

/** The member's customer at a provider, null when they never began a purchase there. */
export function findCustomer({ provider }: Payments, { stripeCustomerId }: MemberRow): string | null {
  const isTest = stripeCustomerId?.startsWith(`${TEST_CUSTOMER_PREFIX}_`)
  return isTest === (provider === 'test') ? stripeCustomerId : null
}

/**
 * The member's customer at a provider, made at their first purchase there.
 * @param lost one that the provider does not know any more: another one takes its place
 * @throws ApiError `client/invalid-token` when the member is gone, `payment-provider-unavailable`
 */
export async function ensureCustomer(
  { store }: Pick<Services, 'store'>,
  payments: Payments,
  member: MemberRow,
  lost: string | null = null,
): Promise<string> {
  const known = findCustomer(payments, member)
  if (known !== null && known !== lost) return known
  const customer = await payments.createCustomer({ id: member.id, email: member.email }, lost)
  return store.transaction(async ({ members }) => {
    const current = await members.lock(member.id)
    if (!current) throw new ApiError('client/invalid-token')
    const stored = findCustomer(payments, current)
    if (stored !== null && stored !== lost) return stored
    await members.update(member.id, { stripeCustomerId: customer })
    return customer
  })
}
