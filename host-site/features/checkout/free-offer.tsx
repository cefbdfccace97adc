import { useState } from 'react'
import { UNEXPECTED } from '../../lib/site-results'
import { formatDay } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { useHydrated } from '../../lib/use-hydrated'
import { useFreeOffer } from '../../lib/use-loaded'
import { Alert, Notice } from '../../ui/status'
import type { Account } from '../account/account'
import { failureText } from '../account/texts'

interface FreeOfferProps {
  api: Pick<SiteApi, 'call'>
  account: Pick<Account, 'join' | 'sendVerificationMail'>
  /** A credit is there now. */
  onClaimed: () => void
}

/** The free TrustTag, while the server says that there is one. */
export function FreeOffer({ api, ...props }: FreeOfferProps) {
  const hydrated = useHydrated()
  const offer = useFreeOffer(api)
  if (!hydrated || !offer) return null
  return (
    <section className="card free-offer" aria-labelledby="free-offer">
      <h2 id="free-offer">One TrustTag free, for a limited time</h2>
      <p>
        Each verified email address gets one credit
        {offer.endsAt === null ? '' : `, until ${formatDay(offer.endsAt)}`}. No card is asked for.
      </p>
      <Claim api={api} {...props} />
    </section>
  )
}

type Said = { notice: string } | { alert: string; unverified?: true }

function Claim({ api, account, onClaimed }: FreeOfferProps) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said>({ notice: '' })

  async function claim(): Promise<Said> {
    const joined = await account.join()
    if (!joined.success) return { alert: joined.error || UNEXPECTED }
    if (!joined.member) return { notice: '' }
    const result = await api.call('claimFreeTag', {})
    if (!result.success)
      return { alert: result.error || UNEXPECTED, ...(result.code === 'email-not-verified' && { unverified: true }) }
    onClaimed()
    return { notice: result.message }
  }
  async function sendAgain(): Promise<Said> {
    const sent = await account.sendVerificationMail()
    if (!sent.success) return { alert: failureText(sent, UNEXPECTED), unverified: true }
    return { notice: 'The mail is on its way. Open its link, come back here, and claim your credit.' }
  }
  const run = (work: () => Promise<Said>) => async () => {
    if (busy) return
    setBusy(true)
    setSaid(await work().catch(() => ({ alert: UNEXPECTED })))
    setBusy(false)
  }

  return (
    <>
      <Notice text={'notice' in said ? said.notice : ''} />
      <Alert text={'alert' in said ? said.alert : ''} />
      <p className="actions">
        <button
          type="button"
          className="button quiet"
          aria-disabled={busy || undefined}
          onClick={() => void run(claim)()}
        >
          Claim the free TrustTag
        </button>
        {'unverified' in said && (
          <button type="button" className="button quiet" onClick={() => void run(sendAgain)()}>
            Send the mail again
          </button>
        )}
      </p>
    </>
  )
}
