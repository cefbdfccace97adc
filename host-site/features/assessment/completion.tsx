import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Attempt } from '../../../contract/schemas/assessments'
import { formatLocalMoment } from '../../lib/format'
import { routes } from '../../paths'
import { Alert } from '../../ui/status'
import { WorkSamples } from '../work-samples/work-samples'
import { assessmentTexts } from './texts'
import type { Claim } from './use-claim'

export interface CompletionProps {
  attempt: Attempt
  claim: Claim
  onStartOver: () => void
}

/** What follows the last question. */
export function Completion({ attempt, claim, onStartOver }: CompletionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { questions, skill, result, isVisitors, id } = attempt
  return (
    <section className="completion" aria-labelledby="complete">
      <h2 id="complete" ref={heading} tabIndex={-1}>
        Skill Assessment Complete!
      </h2>
      <p className="lead">
        All {questions.length} technical questions of {skill} are done.
      </p>
      {result && <Result attempt={attempt} result={result} />}
      {isVisitors && <KeepResult claim={claim} />}
      <WorkSamples key={id} attempt={attempt} />
      <div className="actions">
        <Link className={result?.passed ? 'button' : 'button quiet'} href={`${routes.checkout.path}?attempt=${id}`}>
          Create TrustTag
        </Link>
        <button type="button" className="button quiet" onClick={onStartOver}>
          Start Over
        </button>
      </div>
      {result && !result.passed && (
        <p className="hint">A TrustTag can be issued once you pass. A credit bought now waits in your account.</p>
      )}
    </section>
  )
}

/** The membership script opens its dialogs for these links; without it they lead to the pages that have the forms. */
function KeepResult({ claim }: { claim: Claim }) {
  if (claim.isOpen)
    return (
      <aside className="card keep-result">
        <h3>Keep this result</h3>
        <Alert text="It could not be put into your account yet. Nothing is lost." />
        <p className="actions">
          <button type="button" className="button" onClick={claim.again}>
            Try Again
          </button>
        </p>
      </aside>
    )
  return (
    <aside className="card keep-result">
      <h3>Keep this result</h3>
      <p>It is bound to this browser until you log in. Then it is yours, on every device.</p>
      <p className="actions">
        <a className="button" href={routes.signup.path} data-ms-modal="signup">
          Sign Up
        </a>
        <a className="button quiet" href={routes.login.path} data-ms-modal="login">
          Login
        </a>
      </p>
    </aside>
  )
}

export interface ResultProps {
  attempt: Attempt
  result: NonNullable<Attempt['result']>
}

/** The score, in whole and by topic, and what it means. */
export function Result({ attempt: { passMarkPercent, retakeAt, isDraft, isGeneral }, result }: ResultProps) {
  const { score, passed, topics } = result
  return (
    <div className="card attempt-result" data-passed={passed}>
      <p className="result-score">
        <strong>{score}%</strong>
        <span className="badge">{passed ? 'Passed' : 'Not passed'}</span>
      </p>
      <p>
        {passed
          ? `The pass mark is ${passMarkPercent}%. A TrustTag can be issued for this result.`
          : `The pass mark is ${passMarkPercent}%. This attempt costs nothing.`}
        {!passed && retakeAt !== null && (
          <>
            {' '}
            You can try again, with other questions, from <time dateTime={retakeAt}>{formatLocalMoment(retakeAt)}</time>
            .
          </>
        )}
      </p>
      <table>
        <caption>Score by topic</caption>
        <tbody>
          {topics.map(({ topic, title, points, of }) => (
            <tr key={topic}>
              <th scope="row">{title}</th>
              <td>
                <meter aria-label={title} min={0} max={of} value={points} />
              </td>
              <td>
                {rounded(points)} of {of}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isGeneral && <p className="hint">{assessmentTexts.general} The TrustTag says so.</p>}
      <p className="hint">
        This is an unproctored knowledge test, not a license.
        {isDraft && ' Its questions wait for the review of an expert in the field.'}
      </p>
    </div>
  )
}

const rounded = (points: number): number => Math.round(points * 100) / 100
