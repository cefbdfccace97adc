import { CheckList } from './check-list'
import type { Finding } from './finding'
import { TagFacts } from './tag-facts'
import { TechnicalPanel } from './technical-panel'

export interface FindingViewProps {
  finding: Finding
  /** Asks again for what could not be asked. */
  onRetry: () => void
}

/** All that this browser found out about a TrustTag. */
export function FindingView({ finding, onRetry }: FindingViewProps) {
  const { report, answer } = finding
  const { facts } = report
  return (
    <>
      {facts && <TagFacts finding={finding} facts={facts} />}
      <CheckList report={report} />
      <WhatIsMissing finding={finding} onRetry={onRetry} />
      {facts && <TechnicalPanel finding={finding} facts={facts} />}
      <div className="credential-foot">
        {/* On the screen it stands in the address already. */}
        {answer && <p className="on-paper code">{answer.url}</p>}
        <button type="button" className="button quiet no-print" onClick={() => window.print()}>
          Print
        </button>
      </div>
    </>
  )
}

/** What nobody was asked yet, or did not answer, and a way to ask. */
function WhatIsMissing({ finding, onRetry }: FindingViewProps) {
  const { report, evidence, answer } = finding
  const isOpen = report.checks.some(({ name, outcome }) => outcome === 'open' && name === 'status')
  const lacksProof = evidence.proof === null && report.facts !== null
  if (!isOpen && !lacksProof) return null
  return (
    <div className="unanswered no-print">
      {!answer && (
        <p>
          {lacksProof
            ? 'This file was checked without asking anybody. Our server has the proof that is missing here; asking for it tells it which TrustTag you hold.'
            : 'This file was checked without a connection. Only our server knows whether it was revoked; asking does not tell it which TrustTag you hold.'}
        </p>
      )}
      <button type="button" className="button quiet" onClick={onRetry}>
        {lacksProof ? 'Fetch the proof and ask whether it was revoked' : 'Ask whether it was revoked'}
      </button>
    </div>
  )
}
