import type { ContentGroup, Member } from '../../../contract/entities'
import { reportProblem } from '../../lib/errors'
import { emitInspection } from '../../stores/inspection'
import { startLoading } from '../../stores/feedback'
import { sameSiteUrl } from '../redirects/redirect'
import { untilPageRestored } from '../../lib/page-lifecycle'
import { leadsInCircles } from './page-gate-verdict'

export interface Departure {
  /** Goes to the redirect page of the group that closes this one; the same again changes nothing. */
  begin(closing: ContentGroup, groups: readonly ContentGroup[], member: Member | null): void
  /** The person may stay, or is back. */
  forget(): void
}

/**
 * Leaves a page that may not be seen, so that Back does not return to it. Where no way leads on, the page stays hidden
 * and the console says why.
 */
export function createDeparture(window: Window): Departure {
  const { location } = window
  /** Where the browser is on its way to; the address of this page where no way leads on. */
  let target = ''
  let endLoading = (): void => {}
  const leave = (url: string): void => {
    endLoading()
    endLoading = startLoading()
    void untilPageRestored(window).then(endLoading)
    location.replace(url)
  }
  return {
    begin({ key, redirect }, groups, member) {
      const url = sameSiteUrl(window, redirect)
      const round = leadsInCircles(groups, member, location.pathname)
      const stays = !url || round
      const next = stays ? location.href : url.href
      if (next === target) return
      target = next
      if (!stays) {
        emitInspection({ kind: 'redirect', to: next, group: key })
        return leave(next)
      }
      const why = round ? 'the redirects of the groups lead in circles' : `"${redirect}" leads to another site`
      reportProblem('error', `The content group "${key}" closes this page, but ${why}: the page stays hidden.`)
    },
    forget() {
      target = ''
      endLoading()
    },
  }
}
