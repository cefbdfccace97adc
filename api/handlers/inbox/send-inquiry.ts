import type { Answer, Input } from '../../../contract/schemas'
import { receiveMessage } from '../../domain/inbox/receive-message'
import type { InboxServices } from '../../domain/inbox/receive-message'
import type { RequestContext } from '../../ports/handler'

/** An organisation would like to become a partner; see `receiveMessage` for what it can refuse. */
export async function sendInquiry(
  services: InboxServices,
  request: RequestContext,
  { email, captchaToken, fax: _fax, ...fields }: Input<'sendInquiry'>,
): Promise<Answer<'sendInquiry'>> {
  const reference = await receiveMessage(services, request, { kind: 'inquiry', email, captchaToken, fields })
  return { data: { reference } }
}
