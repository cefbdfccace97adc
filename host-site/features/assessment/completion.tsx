import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ASSESSMENT_PASS_MARK_PERCENT, ATTEMPT_LIFETIME_HOURS, VOID_BELOW_SECONDS } from '../../../contract/limits'
import type { Attempt } from '../../../contract/schemas/assessments'
import { createShareLink } from '../../lib/browser'
import { formatLocalMoment } from '../../lib/format'
import { useSiteApi } from '../../lib/site-api'
import { useLoaded } from '../../lib/use-loaded'
import { routes } from '../../paths'
import { Alert } from '../../ui/status'
import { TakeTag } from '../issue/take-tag'
import { WorkSamples } from '../work-samples/work-samples'
import { Result, Retake } from './result'
import type { Claim } from './assessment'

export interface CompletionProps {
  attempt: Attempt
  claim: Claim
  onStartOver: () => void
  onPick: (skill: string) => void
}

export function Completion({ attempt, claim, onStartOver, onPick }: CompletionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { count, claim: name, result, isVisitors, isPractice, id, status } = attempt
  const second = result?.secondSet ?? null
  // A visitor may log in beside the result.
  const [beganAsVisitor] = useState(isVisitors)
  if (status !== 'complete') return <Ended attempt={attempt} onStartOver={onStartOver} />
  return (
    <section className="completion" aria-labelledby="complete">
      <h2 id="complete" ref={heading} tabIndex={-1}>
        Skill Assessment Complete!
      </h2>
      <p className="lead">
        All {result?.questions ?? count} technical questions on {name} are done.
      </p>
      {result && <Result attempt={attempt} result={result} />}
      {second && <SecondSet second={second} onStart={() => onPick(attempt.skill)} />}
      {(isVisitors || beganAsVisitor) && <KeepResult claim={claim} isKept={!isVisitors} />}
      {result?.passed && !isVisitors && <IssuedAlready attemptId={id} />}
      <WorkSamples key={id} attempt={attempt} />
      <div className="actions">
        <Link className={result?.passed ? 'button' : 'button quiet'} href={`${routes.checkout.path}?attempt=${id}`}>
          Create TrustTag
        </Link>
        {isPractice && !isVisitors && (
          <button type="button" className="button quiet" onClick={() => onPick(attempt.skill)}>
            Take the Test That Counts
          </button>
        )}
        <button type="button" className="button quiet" onClick={onStartOver}>
          Start Over
        </button>
      </div>
      {result && !result.passed && (
        <p className="hint">You can issue a TrustTag once you pass. Credits you buy now stay in your account.</p>
      )}
    </section>
  )
}

/** A set that was not completed, or not read. */
function Ended({
  attempt: { status, claim, retakeAt },
  onStartOver,
}: Pick<CompletionProps, 'attempt' | 'onStartOver'>) {
  return (
    <section className="completion" aria-labelledby="ended">
      <h2 id="ended" tabIndex={-1}>
        {status === 'void' ? 'This attempt is void' : 'This attempt is closed'}
      </h2>
      <p className="lead">
        {status === 'void'
          ? `Ten answers in less than ${VOID_BELOW_SECONDS} seconds were not read. The attempt at ${claim} counts.`
          : `It was not completed within ${ATTEMPT_LIFETIME_HOURS} hours. The attempt at ${claim} counts.`}{' '}
        <Retake at={retakeAt} />
      </p>
      <button type="button" className="button" onClick={onStartOver}>
        Back to Skills
      </button>
    </section>
  )
}

/** Nothing until the TrustTag of this result is issued. */
function IssuedAlready({ attemptId }: { attemptId: string }) {
  const api = useSiteApi()
  const load = useCallback(async () => {
    const result = await api.call('listTags', {})
    return result.success ? (result.data.tags ?? []) : null
  }, [api])
  const tag = useLoaded(attemptId, load).value?.find((one) => one.attemptId === attemptId)
  if (!tag) return null
  return (
    <aside className="card keep-result">
      <h3>Your TrustTag for {tag.skill} is issued</h3>
      <TakeTag api={api} tag={tag} copy={createShareLink({ clipboard: window.navigator.clipboard })} />
    </aside>
  )
}

interface SecondSetProps {
  second: NonNullable<NonNullable<Attempt['result']>['secondSet']>
  onStart: () => void
}

const reasons = {
  score: `70% or 80% of ten questions can be luck. Ten more decide: both sets together must reach ${ASSESSMENT_PASS_MARK_PERCENT}%.`,
  flag: `Something was noted during this set. Ten more questions decide: both sets together must reach ${ASSESSMENT_PASS_MARK_PERCENT}%.`,
  retake: `A later attempt needs two sets. Each must reach ${ASSESSMENT_PASS_MARK_PERCENT}%.`,
} as const

function SecondSet({ second: { until, reason }, onStart }: SecondSetProps) {
  return (
    <aside className="card keep-result">
      <h3>One more set of ten</h3>
      <p>
        {reasons[reason]} It is free. Start it before <time dateTime={until}>{formatLocalMoment(until)}</time>.
      </p>
      <p className="actions">
        <button type="button" className="button" onClick={onStart}>
          Start the Second Set
        </button>
      </p>
    </aside>
  )
}

/** The offer to a visitor and the note after a login share one place, so that nothing below moves. */
function KeepResult({ claim, isKept }: { claim: Claim; isKept: boolean }) {
  return (
    <aside className="card keep-result keep-or-kept">
      <div hidden={isKept}>
        <h3>Keep this result</h3>
        {claim.isOpen ? <NotKeptYet claim={claim} /> : <KeepByAccount />}
      </div>
      {isKept && (
        <div>
          <h3>Your result is kept</h3>
          <p>It is in your account, on every device.</p>
        </div>
      )}
    </aside>
  )
}

function NotKeptYet({ claim }: { claim: Claim }) {
  return (
    <>
      <Alert text="It could not be saved to your account yet. Nothing is lost." />
      <p className="actions">
        <button type="button" className="button" onClick={claim.again}>
          Try Again
        </button>
      </p>
    </>
  )
}

/** The membership script opens its dialogs for these links; without the script, the linked pages have the forms. */
function KeepByAccount() {
  return (
    <>
      <p>It stays in this browser until you log in. Then it is in your account, on every device.</p>
      <p className="actions">
        <a className="button" href={routes.signup.path} data-ms-modal="signup">
          Sign Up
        </a>
        <a className="button quiet" href={routes.login.path} data-ms-modal="login">
          Login
        </a>
      </p>
    </>
  )
}
