import type { CheckOutcome, LogFacts, ProofReport } from '../../../contract/credential/report'
import { checkWords, reasonWords } from '../../../contract/credential/report-words'
import { formatMoment } from '../../lib/format-moment'
import { Icon, type IconName } from '../../ui/icon'

const outcomes = {
  passed: { icon: 'check', word: 'Passed' },
  failed: { icon: 'cross', word: 'Failed' },
  open: { icon: 'search', word: 'Could not be asked' },
} as const satisfies Record<CheckOutcome, { icon: IconName; word: string }>

/** What this browser checked, one line each, in the order in which it did. */
export function CheckList({ report: { checks, log } }: { report: ProofReport }) {
  return (
    <section className="checks" aria-labelledby="checks">
      <h3 id="checks">What your browser checked</h3>
      <ul>
        {checks.map(({ name, outcome, reason }) => (
          <li key={name} data-outcome={outcome}>
            <Icon name={outcomes[outcome].icon} size={20} />
            <div>
              <h4>
                {checkWords[name].title} <span className="check-outcome">{outcomes[outcome].word}</span>
              </h4>
              <p>{reasonWords[reason]}</p>
              {name === 'witnesses' && log && <Witnesses {...log} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who saw the log, and when. */
function Witnesses({ cosignatures }: LogFacts) {
  if (cosignatures.length === 0) return null
  return (
    <ul className="check-witnesses">
      {cosignatures.map(({ name, time, isSelfRun }) => (
        <li key={name}>
          <span className="code">{name}</span>, <Moment seconds={time} />
          {isSelfRun && ' (run by TrustTag itself)'}
        </li>
      ))}
    </ul>
  )
}

/** @param seconds since 1970; a time that no calendar has is said as it stands */
function Moment({ seconds }: { seconds: number }) {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return <>{seconds}</>
  const iso = date.toISOString()
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}
