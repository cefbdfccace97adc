import { useState } from 'react'
import { useHydrated } from '../../lib/browser'
import { formatDay } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { UNEXPECTED } from '../../lib/site-results'
import { useFreeOffer } from '../../lib/use-loaded'
import { Alert, Notice } from '../../ui/status'
import type { Account } from '../account/account'
import { failureText } from '../account/texts'

interface FreeOfferProps {
  api: Pick<SiteApi, 'call'>
  account: Pick<Account, 'join' | 'sendVerificationMail'>
  /** A credit was added. */
  onClaimed: () => void
}

export function FreeOffer({ api, ...props }: FreeOfferProps) {
  const hydrated = useHydrated()
  const offer = useFreeOffer(api)
  if (!hydrated || !offer) return null
  return (
    <section className="card free-offer" aria-labelledby="free-offer">
      <h2 id="free-offer">One TrustTag free, for a limited time</h2>
      <p>
        Each verified email address gets one credit
        {offer.endsAt === null ? '' : `, until ${formatDay(offer.endsAt)}`}. No card needed.
      </p>
      <Claim api={api} {...props} />
    </section>
  )
}

type ClaimOutcome = { notice: string } | { alert: string; unverified?: true }

function Claim({ api, account, onClaimed }: FreeOfferProps) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ClaimOutcome>({ notice: '' })

  async function claim(): Promise<ClaimOutcome> {
    const joined = await account.join()
    if (!joined.success) return { alert: joined.error || UNEXPECTED }
    if (!joined.member) return { notice: '' }
    const result = await api.call('claimFreeTag', {})
    if (!result.success)
      return { alert: result.error || UNEXPECTED, ...(result.code === 'email-not-verified' && { unverified: true }) }
    onClaimed()
    return { notice: result.message }
  }
  async function sendAgain(): Promise<ClaimOutcome> {
    const sent = await account.sendVerificationMail()
    if (!sent.success) return { alert: failureText(sent, UNEXPECTED), unverified: true }
    return { notice: 'We sent the email. Open its link, then come back here and claim your credit.' }
  }
  const run = (work: () => Promise<ClaimOutcome>) => async () => {
    if (busy) return
    setBusy(true)
    setOutcome(await work().catch(() => ({ alert: UNEXPECTED })))
    setBusy(false)
  }

  return (
    <>
      <Notice text={'notice' in outcome ? outcome.notice : ''} />
      <Alert text={'alert' in outcome ? outcome.alert : ''} />
      <p className="actions">
        <button
          type="button"
          className="button quiet"
          aria-disabled={busy || undefined}
          onClick={() => void run(claim)()}
        >
          Claim the free TrustTag
        </button>
        {'unverified' in outcome && (
          <button type="button" className="button quiet" onClick={() => void run(sendAgain)()}>
            Send the email again
          </button>
        )}
      </p>
    </>
  )
}
