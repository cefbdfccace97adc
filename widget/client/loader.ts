import type { MembershipClient } from '../public'
import { startLoading } from '../stores/loading'

/** The page's own loader, for its own waits: shown twice, it still needs only one hiding. */
export function loaderMethods(): Pick<MembershipClient, '_showLoader' | '_hideLoader'> {
  let end: (() => void) | undefined
  return {
    _showLoader: () => void (end ??= startLoading()),
    _hideLoader() {
      end?.()
      end = undefined
    },
  }
}
