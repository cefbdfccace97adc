import { isRecord } from '../../lib/values'
import type { MembershipClient } from '../../public'
import type { Mount } from '../directive'
import { onPress } from './on-press'
import { actionRunner } from './run-action'

/**
 * `data-ms-action="resend-verification-email"`: mails the verification link again. The gate's style sheet hides it
 * unless somebody is logged in whose address is not verified.
 */
export const resendVerificationEmail: Mount = (element, context) => {
  const run = actionRunner(element, context)
  onPress(element, context, () => run(() => resend(context.client)))
}

async function resend(client: MembershipClient): Promise<void> {
  try {
    const { message } = await client.sendMemberVerificationEmail()
    if (message) client._showMessage(message)
  } catch (error) {
    // Verified in the meantime, in another tab or on another device: the page has to hear of it.
    if (isRecord(error) && error['code'] === 'already-verified') await client.getCurrentMember()
    throw error
  }
}
