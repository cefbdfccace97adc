import { useState } from 'react'
import { Link } from 'wouter'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { ShareLink } from '../../lib/share-link'
import type { SiteApi } from '../../lib/site-api'
import { routes } from '../../paths'
import type { Holding } from './holding'
import { IssueForm } from './issue-form'
import { IssuedTag } from './issued-tag'

export interface IssueStepProps {
  api: Pick<SiteApi, 'call'>
  holding: Holding
  attemptId: string | null
  /** Of the member, as the account has it. */
  name: string
  copy: ShareLink
  /** What the member has is different now. */
  onChange: () => void
}

/** From a passed assessment and a credit to the TrustTag; or what is still missing for it. */
export function IssueStep({ onChange, copy, ...props }: IssueStepProps) {
  const [issued, setIssued] = useState<HeldTag | null>(null)
  const { holding } = props
  if (issued)
    return (
      <>
        <IssuedTag tag={issued} copy={copy} />
        {holding.ready.length > 0 && holding.credits.available > 0 && (
          <p className="actions">
            <button type="button" className="button quiet" onClick={() => setIssued(null)}>
              Issue another
            </button>
          </p>
        )}
      </>
    )
  if (holding.ready.length === 0) return <NothingReady />
  if (holding.credits.available === 0) return <NoCredit attemptId={props.attemptId} />
  return (
    <IssueForm
      {...props}
      onIssued={(tag) => {
        setIssued(tag)
        onChange()
      }}
    />
  )
}

function NothingReady() {
  return (
    <div className="card">
      <h2>Nothing to issue yet</h2>
      <p>A TrustTag is issued for an assessment that you passed. Your credits wait in your account until then.</p>
      <p className="actions">
        <Link className="button" href={routes.createTrustTag.path}>
          Choose a skill
        </Link>
      </p>
    </div>
  )
}

function NoCredit({ attemptId }: { attemptId: string | null }) {
  const search = attemptId === null ? '' : `?${new URLSearchParams({ attempt: attemptId })}`
  return (
    <div className="card">
      <h2>You have no credit left</h2>
      <p>Each TrustTag takes one. What you passed waits for you.</p>
      <p className="actions">
        <Link className="button" href={routes.checkout.path + search}>
          Choose a package
        </Link>
      </p>
    </div>
  )
}
