import type { ScreenName } from '../public'
import { $member } from '../stores/identity'
import { $modalRequest, hideModal, type ModalRequest } from '../stores/modal'

/** Whoever is logged in has no use for these. */
const forVisitors: ReadonlySet<ScreenName> = new Set<ScreenName>(['LOGIN', 'SIGNUP', 'PASSWORDLESS_TOKEN'])

/**
 * Closes a login or signup that a visitor has opened once somebody is logged in without it: in another tab, or by a
 * script of the page.
 * @returns the end of it
 */
export function closeOnArrival(): () => void {
  /** The request that the page had no member for. */
  let visitors: ModalRequest | null = null
  const closeUnlessDone = (request: ModalRequest): void => {
    if ($modalRequest.get() === request && !request.settled) hideModal()
  }
  const stops = [
    $modalRequest.subscribe((request) => {
      visitors = request && $member.get() === null && forVisitors.has(request.name) ? request : null
    }),
    $member.listen((member) => {
      const request = visitors
      // A login of the modal's own settles the request within this turn.
      if (member && request) setTimeout(() => closeUnlessDone(request))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
