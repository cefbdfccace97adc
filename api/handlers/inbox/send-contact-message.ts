import type { Answer, Input } from '../../../contract/schemas'
import { receiveMessage } from '../../domain/inbox/receive-message'
import type { InboxServices } from '../../domain/inbox/receive-message'
import type { RequestContext } from '../../ports/handler'

/** Somebody has a question; see `receiveMessage` for what it can refuse. */
export async function sendContactMessage(
  services: InboxServices,
  request: RequestContext,
  { email, captchaToken, fax: _fax, ...fields }: Input<'sendContactMessage'>,
): Promise<Answer<'sendContactMessage'>> {
  const reference = await receiveMessage(services, request, { kind: 'contact', email, captchaToken, fields })
  return { data: { reference } }
}
