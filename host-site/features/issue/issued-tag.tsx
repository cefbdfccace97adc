import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { ShareLink, ShareResult } from '../../lib/browser'
import { formatDay } from '../../lib/format'
import { routes } from '../../paths'
import { Credential } from '../../ui/credential'
import { Icon } from '../../ui/icon'
import { Alert, Notice } from '../../ui/status'

interface IssuedTagProps {
  tag: HeldTag
  /** Puts a link on the clipboard. */
  copy: ShareLink
}

/** A TrustTag that has just been issued, and what to do with it. */
export function IssuedTag({ tag, copy }: IssuedTagProps) {
  const { trustTagId, skill, holderName, score, issueDate, category, isGeneral, mode, url, visibility, proof } = tag
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const day = formatDay(issueDate)
  return (
    <section className="issued" aria-labelledby="issued">
      <div className="issued-text">
        <h2 id="issued" ref={heading} tabIndex={-1}>
          Your TrustTag for {skill} is issued
        </h2>
        <p>
          Its ID is <strong className="code">{trustTagId}</strong>. {visibility === 'PRIVATE' ? PRIVATE : SHARED}
        </p>
        {isGeneral && (
          <p className="hint">It says that its questions were general ones on safety and quality at work.</p>
        )}
        {mode === 'test' && (
          <p className="hint">This is a Test Mode TrustTag. It says so wherever it is checked, and proves nothing.</p>
        )}
        {proof !== null && (
          <p>
            <Link className="secured" href={routes.transparency.path}>
              <Icon name="check" size={18} />
              Verified &amp; Blockchain Secured
            </Link>
          </p>
        )}
        {visibility !== 'PRIVATE' && <CheckLink {...{ skill, url, copy }} />}
        <p className="hint">
          On your profile you take it along: as a certificate, a badge for your own page, a file for a wallet, or on
          LinkedIn.
        </p>
        <p className="actions">
          <Link className="button quiet" href={routes.profile.path}>
            Go to your profile
          </Link>
        </p>
      </div>
      <Credential
        {...{ skill, score, category }}
        id={trustTagId}
        holder={holderName}
        issued={day}
        {...(mode === 'test' && { mark: 'Test' })}
      />
    </section>
  )
}

/** Where others check it. */
function CheckLink({ skill, url, copy }: Pick<HeldTag, 'skill' | 'url'> & Pick<IssuedTagProps, 'copy'>) {
  const [copied, setCopied] = useState<ShareResult | null>(null)
  return (
    <>
      <p className="issued-link">
        <a href={url}>{url}</a>
      </p>
      <p className="actions">
        <button
          type="button"
          className="button"
          onClick={() => void copy({ title: `TrustTag: ${skill}`, url }).then(setCopied)}
        >
          <Icon name="share" size={18} />
          Copy link
        </button>
      </p>
      <Notice text={copied === 'copied' ? 'The link has been copied.' : ''} />
      <Alert text={copied === 'refused' ? 'The link could not be copied. Please copy it by hand.' : ''} />
    </>
  )
}

const SHARED = 'An employer checks it by its ID or by this link, free and without an account.'
const PRIVATE = 'It is private: nobody else can check it until you choose so on your profile.'
