import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Attempt } from '../../contract/schemas/assessments'
import { useAccount, useAccountState } from '../features/account/account'
import { AfterPayment, CreditsCard, FreeOffer, MemberNeeded } from '../features/checkout/member-parts'
import { Checkout } from '../features/checkout/checkout'
import { type CheckoutAddress, checkoutPath, useCheckoutAddress } from '../features/checkout/checkout-address'
import { createBuy } from '../features/checkout/purchase'
import { IssueStep } from '../features/issue/issue-step'
import { type MemberCredits, useMemberCredits } from '../features/issue/member-credits'
import { NameScriptNote } from '../features/issue/name-field'
import { createShareLink } from '../lib/browser'
import { memberName } from '../lib/membership'
import { useSiteApi } from '../lib/site-api'
import { useLoaded } from '../lib/use-loaded'
import { routes } from '../paths'
import { Page } from '../ui/page'
import { Alert, Notice } from '../ui/status'

/** Packages, payment result and issuing; the URL selects the view. */
export function CheckoutPage() {
  const address = useCheckoutAddress()
  const api = useSiteApi()
  const memberId = useAccountState().member?.id ?? null
  const { value: memberCredits, failed, reload } = useMemberCredits(api, memberId)
  const [hasIssued, setHasIssued] = useState(false)
  const view = address.purchase !== null ? 'purchase' : address.issue ? 'issue' : 'packages'
  useHeadingFocus(view)
  const parts = { address, memberCredits, failed, reload }
  return (
    <Page isLate {...routes.checkout} {...heads[hasIssued && view !== 'packages' ? 'issued' : view]}>
      {view === 'packages' ? <Packages {...parts} /> : <OfMember {...parts} onIssued={setHasIssued} />}
      {view === 'packages' && (
        <p>
          <Link className="back-link" href={routes.createTrustTag.path}>
            Back
          </Link>
        </p>
      )}
    </Page>
  )
}

const heads = {
  packages: {},
  purchase: { heading: 'Your purchase', summary: 'What you paid for, and how to get your TrustTag.' },
  issue: { heading: 'Issue your TrustTag', summary: 'Confirm the name on it, and choose who can see it.' },
  issued: {
    heading: 'It is yours',
    summary: 'Show it where people hire: add it to LinkedIn, print it or send the link.',
  },
} as const

/** Screen readers treat each view as a page: move the focus to its heading. */
function useHeadingFocus(view: string): void {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [view])
}

interface ViewProps {
  address: CheckoutAddress
  /** Null until loaded. */
  memberCredits: MemberCredits | null
  failed: boolean
  reload: () => Promise<void>
}

function Packages({ address: { attemptId, packageId }, memberCredits, failed, reload }: ViewProps) {
  const api = useSiteApi()
  const account = useAccount()
  const { status, member } = useAccountState()
  const [, navigate] = useLocation()
  const meantFor = useMeantFor(attemptId)
  const [otherIds, setOtherIds] = useState<readonly string[]>([])
  const others = memberCredits?.ready.filter(({ id }) => id !== attemptId) ?? []
  const buy = useMemo(
    () =>
      createBuy({
        api,
        account,
        attemptId,
        otherIds,
        // Pages are also prerendered.
        origin: typeof window === 'undefined' ? '' : window.location.origin,
      }),
    [api, account, attemptId, otherIds],
  )
  return (
    <>
      <CreditsCard {...{ status, memberCredits, failed, attemptId }} />
      {member && <NameScriptNote name={memberName(member)} />}
      {meantFor?.result && !meantFor.result.passed && (
        <p className="notice">
          You can issue a TrustTag for {meantFor.skill} once you pass. Credits you buy now stay in your account.
        </p>
      )}
      <Checkout
        buy={buy}
        leave={(url) => window.location.assign(url)}
        chosenId={packageId}
        onChoose={(id) => navigate(checkoutPath({ attemptId, packageId: id }), { replace: true })}
        others={{ ready: others, chosenIds: otherIds, onChange: setOtherIds }}
        meantFor={meantFor?.result?.passed ? { ...meantFor.result, skill: meantFor.skill } : null}
      >
        <FreeOffer api={api} account={account} onClaimed={() => void reload()} />
      </Checkout>
    </>
  )
}

/** Null without an attempt in the URL, or if it cannot be loaded: the packages show anyway. */
function useMeantFor(attemptId: string | null): Attempt | null {
  const api = useSiteApi()
  const memberId = useAccountState().member?.id ?? ''
  const load = useCallback(async () => {
    const result = attemptId === null ? null : await api.call('getAttempt', { attemptId })
    return result?.success ? result.data : null
  }, [api, attemptId])
  // Reload after a login, which may make the attempt readable.
  return useLoaded(attemptId && `${attemptId} ${memberId}`, load).value
}

interface OfMemberProps extends ViewProps {
  onIssued: (shown: boolean) => void
}

function OfMember({ address: { attemptId, purchase, issue }, memberCredits, failed, reload, onIssued }: OfMemberProps) {
  const api = useSiteApi()
  const account = useAccount()
  const state = useAccountState()
  const { member } = state
  const canIssue = (memberCredits?.credits.available ?? 0) > 0
  // After the last credit is spent, the issued TrustTag must stay visible.
  const [isIssuing, setIssuing] = useState(canIssue)
  if (canIssue && !isIssuing) setIssuing(true)
  if (!member)
    return <MemberNeeded account={account} state={state} what="Your purchases and TrustTags are in your account." />
  if (!memberCredits) return failed ? <NotLoaded reload={reload} /> : <Notice text="Looking up your purchase..." />
  return (
    <>
      {purchase !== null && <AfterPayment {...{ memberCredits, attemptId, reload }} asked={purchase} />}
      {(issue || isIssuing) && (
        <IssueStep
          {...{ api, memberCredits, attemptId, onIssued }}
          name={memberName(member)}
          copy={createShareLink({ clipboard: window.navigator.clipboard })}
          onChange={() => void reload()}
        />
      )}
    </>
  )
}

function NotLoaded({ reload }: Pick<ViewProps, 'reload'>) {
  return (
    <>
      <Alert text="Your purchases could not be loaded. Nothing is lost." />
      <p className="actions">
        <button type="button" className="button" onClick={() => void reload()}>
          Try again
        </button>
      </p>
    </>
  )
}
