import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  ASSESSMENT_PASS_MARK_PERCENT,
  ASSESSMENT_QUESTIONS,
  ATTEMPTS_PER_YEAR_MAX,
  ONE_SET_PASS_PERCENT,
  SECOND_SET_DAYS,
  SET_MINUTES,
} from '../../../contract/limits'
import { licenseNote } from '../../../contract/license-note'
import { questionsOfTopic, type SkillFacts, STRONG_FROM_PERCENT } from '../../../contract/skill-facts'
import { reviewText, WORKPLACE_BASICS } from '../../../contract/tag-texts'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import { priceText } from '../../lib/format'
import { routes } from '../../paths'
import { Icon } from '../../ui/icon'
import { createPendingAnswers } from '../../lib/pending-answers'
import { useSiteApi } from '../../lib/site-api'
import { Alert } from '../../ui/status'
import { useAccountState } from '../account/account'
import { startFailureText } from '../assessment/texts'

export interface ShownSkill extends SkillFacts {
  /** Null until loaded, and below thirty results. */
  passRate?: { percent: number; attempts: number } | null
}

export function SkillView({ skill }: { skill: ShownSkill }) {
  const { name, category, isGeneral } = skill
  const isBasics = name === WORKPLACE_BASICS
  const note = licenseNote(name)
  return (
    <article className="page skill-page">
      <header className="page-head">
        <p className="eyebrow">{category ?? 'TrustTag assessment'}</p>
        <h1 tabIndex={-1}>{name}</h1>
        <p className="skill-marks">
          {isBasics ? null : <QuestionsMark isOwn={!isGeneral} />}
          {note !== null && <span className="badge plain">{note}</span>}
        </p>
        <p className="lead">{leadOf(skill)}</p>
        <StartSkill skill={isBasics ? null : name} />
      </header>
      <SkillTerms {...skill} />
      <div className="split top skill-parts">
        <Topics {...skill} />
        <Sample sample={skill.sample} />
      </div>
      <div className="split top skill-parts">
        <Levels knows={skill.knows} isGeneral={isGeneral} name={name} />
        <NotSaid />
      </div>
    </article>
  )
}

/** Before the start, a person must know whether the questions are on the skill. */
export function QuestionsMark({ isOwn }: { isOwn: boolean }) {
  return <span className={isOwn ? 'badge own' : 'badge plain'}>{isOwn ? 'Own questions' : WORKPLACE_BASICS}</span>
}

function leadOf({ name, isGeneral }: SkillFacts): string {
  if (name === WORKPLACE_BASICS)
    return `${ASSESSMENT_QUESTIONS} questions on safety, quality and fairness at work. Skills without their own questions are tested with these.`
  if (isGeneral)
    return `${name} has no questions of its own yet. The test asks ${ASSESSMENT_QUESTIONS} general workplace questions, and the TrustTag says “${WORKPLACE_BASICS}”.`
  return `${ASSESSMENT_QUESTIONS} multiple-choice questions, written for this skill. If you pass, you can get a TrustTag that employers check online.`
}

const [single] = trustTagPackages

function SkillTerms({ isReviewed, passRate }: ShownSkill) {
  return (
    <section aria-labelledby="terms-of-test">
      <h2 className="visually-hidden" id="terms-of-test">
        Before you start
      </h2>
      <dl className="skill-terms">
        <Term name="Time">
          About ten minutes, at most {SET_MINUTES}. You can extend the limit, and only you see that.
        </Term>
        <Term name="Price">The test costs nothing. A TrustTag costs {priceText(single)} or less, after you pass.</Term>
        <Term name="Pass mark">
          {ASSESSMENT_PASS_MARK_PERCENT}%. Below {ONE_SET_PASS_PERCENT}%, ten more questions within {SECOND_SET_DAYS}{' '}
          days decide.
        </Term>
        <Term name="Retake">
          After 24 hours, then 7 days, then 30 days. At most {ATTEMPTS_PER_YEAR_MAX} attempts a year, never with a
          question you have seen.
        </Term>
        <Term name="Review">{reviewText(isReviewed)}.</Term>
        {passRate && (
          <Term name="Pass rate">
            {passRate.percent}% of {passRate.attempts.toLocaleString('en-US')} results.
          </Term>
        )}
      </dl>
    </section>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Topics({ topics }: Pick<SkillFacts, 'topics'>) {
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">What is tested</h2>
      <p className="soft">
        Every set of {ASSESSMENT_QUESTIONS} has {questionsOfTopic(topics.length)} questions on each topic.
      </p>
      <ul className="skill-topics">
        {topics.map(({ title, percent }) => (
          <li key={title}>
            <span>{title}</span>
            <span className="soft">{percent}%</span>
            <meter aria-hidden="true" min={0} max={100} value={percent} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sample({ sample }: Pick<SkillFacts, 'sample'>) {
  if (!sample) return null
  const { text, options, right, why, source } = sample
  return (
    <section className="card skill-sample" aria-labelledby="sample">
      <p className="eyebrow">For practice, never counted</p>
      <h2 id="sample">One question, explained</h2>
      <p className="asked">{text}</p>
      <ul className="sample-options">
        {options.map((option) => (
          <li key={option} data-right={option === right || undefined}>
            {option === right && <Icon name="check" size={20} />}
            <span>
              {option}
              {option === right && <strong> Right.</strong>}
            </span>
          </li>
        ))}
      </ul>
      <p>{why}</p>
      <p className="hint">Source: {source}</p>
    </section>
  )
}

function Levels({ knows: { basic, strong }, isGeneral, name }: Pick<SkillFacts, 'knows' | 'isGeneral' | 'name'>) {
  if (basic.length === 0) return null
  return (
    <section aria-labelledby="levels">
      <h2 id="levels">What a result says</h2>
      <p className="soft">
        {isGeneral && name !== WORKPLACE_BASICS ? `Nothing about ${name} itself. ` : ''}Ten questions support two
        levels.
      </p>
      <h3>From {ASSESSMENT_PASS_MARK_PERCENT}%: knows how to</h3>
      <ul>
        {basic.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>From {STRONG_FROM_PERCENT}%: also</h3>
      <ul>
        {strong.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

const notSaid = [
  'Who took the test: the holder gave the name, and no one checked it.',
  'That anyone watched: the test is taken online, without supervision.',
  'How someone works with their hands: questions measure knowledge.',
  'A license, a certification, or permission to do a job that the law restricts.',
] as const

function NotSaid() {
  return (
    <section aria-labelledby="not-said">
      <h2 id="not-said">What a TrustTag does not say</h2>
      <ul>
        {notSaid.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>
        <Link href={routes.transparency.path}>How anyone can check one</Link>
      </p>
    </section>
  )
}

/** A press, not a link: opening an address must not spend an attempt. @param skill null leads to the choice of a skill */
export function StartSkill({ skill }: { skill: string | null }) {
  const { busy, problem, start } = useStart(skill ?? '')
  const isVisitor = useAccountState().member === null
  return (
    <div className="skill-start">
      <p className="actions">
        {skill === null ? (
          <Link className="button large" href={routes.createTrustTag.path}>
            Choose a skill
          </Link>
        ) : (
          <button
            type="button"
            className="button large needs-script"
            aria-disabled={busy || undefined}
            onClick={() => !busy && void start()}
          >
            {busy ? 'Starting…' : 'Start the test'}
          </button>
        )}
        <Link href={routes.createTrustTag.path}>All skills</Link>
      </p>
      {skill !== null && (
        <p className="hint">
          {isVisitor
            ? 'Without an account you practice on ten open questions that do not count.'
            : 'With a verified email, this attempt counts.'}
        </p>
      )}
      <Alert text={problem} />
    </div>
  )
}

function useStart(skill: string) {
  const api = useSiteApi()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  return {
    busy,
    problem,
    start: async () => {
      setBusy(true)
      setProblem('')
      const result = await api.call('startAttempt', { skill })
      setBusy(false)
      if (!result.success) return setProblem(startFailureText(result))
      // The answers of an earlier start were cleared.
      createPendingAnswers().keep(result.data.id, {})
      navigate(`${routes.createTrustTag.path}?attempt=${encodeURIComponent(result.data.id)}`)
    },
  }
}
