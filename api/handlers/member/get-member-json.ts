import type { Answer } from '../../../contract/schemas'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The member's own JSON store; an empty object before anything was stored. */
export async function getMemberJson(
  _services: Services,
  { member }: RequestFor<'getMemberJson'>,
): Promise<Answer<'getMemberJson'>> {
  return { data: member.json }
}
