import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { ShareLink } from '../../lib/browser'
import { formatDay, formatMoment } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { routes } from '../../paths'
import { Credential } from '../../ui/credential'
import { Drawing } from '../../ui/drawing'
import { Icon } from '../../ui/icon'
import { TakeTag } from './take-tag'

interface IssuedTagProps {
  api: Pick<SiteApi, 'download'>
  tag: HeldTag
  copy: ShareLink
}

export function IssuedTag({ api, tag, copy }: IssuedTagProps) {
  const { trustTagId, skill, holderName, score, issueDate, category, isGeneral, mode, url, visibility, proof } = tag
  const { band, questions, nameState } = tag
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const day = formatDay(issueDate)
  return (
    <section className="issued" aria-labelledby="issued">
      <div className="issued-text">
        <Drawing name="seal" />
        <h2 id="issued" ref={heading} tabIndex={-1}>
          Your TrustTag for {skill} is issued
        </h2>
        <p>
          Signed on <time dateTime={issueDate}>{formatMoment(issueDate)}</time>. Its ID is{' '}
          <strong className="code">{trustTagId}</strong>. {visibility === 'PRIVATE' ? PRIVATE : SHARED}
        </p>
        {isGeneral && (
          <p className="hint">It says “Workplace basics”: its questions were on safety and quality at work.</p>
        )}
        {mode === 'test' && (
          <p className="hint">This is a Test Mode TrustTag. Every check says so, and it proves nothing.</p>
        )}
        {proof !== null && <Secured />}
        {visibility !== 'PRIVATE' && (
          <p className="issued-link">
            <a href={url}>{url}</a>
          </p>
        )}
        <TakeTag {...{ api, tag, copy }} />
        <p className="hint">Your profile also has badges for your own page and a file for wallet apps.</p>
        <p className="actions">
          <Link className="button quiet" href={routes.profile.path}>
            Go to your profile
          </Link>
        </p>
      </div>
      <Credential
        {...{ skill, score, category, band, questions, nameState }}
        id={trustTagId}
        holder={holderName}
        issued={day}
        {...(mode === 'test' && { mark: 'Test' })}
      />
    </section>
  )
}

/** Links to the explanation of the claim. */
function Secured() {
  return (
    <p>
      <Link className="secured" href={routes.transparency.path}>
        <Icon name="check" size={18} />
        Verified &amp; Blockchain Secured
      </Link>
    </p>
  )
}

const SHARED = 'Employers can check it by its ID or by this link, free and without an account.'
const PRIVATE = 'It is private: no one else can check it until you change that on your profile.'
