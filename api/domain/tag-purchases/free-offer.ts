import type { FreeOffer } from '../../../contract/schemas/tag-purchases'
import type { AppDefinition } from '../app-definition'

/** Whether a free TrustTag is to be had now, and until when. */
export function freeOffer({ trustTag }: Pick<AppDefinition, 'trustTag'>, now: number): FreeOffer {
  const offer = trustTag?.freeOffer
  const end = offer?.endsAt === undefined ? null : Date.parse(offer.endsAt)
  const isOn = offer !== undefined && (end === null || now < end)
  return { isOn, endsAt: isOn && end !== null ? new Date(end).toISOString() : null }
}
