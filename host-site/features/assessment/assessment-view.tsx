import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { SET_MINUTES, TIME_FACTORS } from '../../../contract/limits'
import { readChoices } from '../../../contract/read-choices'
import type { Attempt } from '../../../contract/schemas/assessments'
import { routes } from '../../paths'
import { Alert } from '../../ui/status'
import type { AskingState, Assessment, Sign } from './assessment'
import { assessmentTexts } from './texts'

interface AssessmentViewProps {
  state: AskingState
  assessment: Pick<Assessment, 'answer' | 'go' | 'complete' | 'note' | 'extend' | 'retry'>
  onLeave: () => void
}

export function AssessmentView({ state, assessment, onLeave }: AssessmentViewProps) {
  const { attempt, number, completing, problem, saving, isTimeOver } = state
  const { questions, answers, skill, isGeneral, count } = attempt
  useSigns(attempt.isPractice ? null : assessment.note, assessment.retry)
  const index = questions.findIndex(({ id }) => id === number)
  const question = questions[index]
  if (!question) return null
  const given = answers[number] ?? ''
  const isLast = number === count

  function goOn(event: FormEvent) {
    event.preventDefault()
    if (completing || (given === '' && !isTimeOver)) return
    if (isLast || isTimeOver) void assessment.complete()
    else void assessment.go(number + 1)
  }

  return (
    <section className="assessment" aria-labelledby="assessment">
      <AssessmentBar {...{ attempt, number, onLeave }} />
      <h2 id="assessment">{skill} Technical Assessment</h2>
      {isGeneral && <p className="hint">{assessmentTexts.general}</p>}
      <progress aria-label="Progress" max={count} value={number} />
      <AttemptTerms attempt={attempt} onExtend={(factor) => void assessment.extend(factor)} />
      <form className="question card" onSubmit={goOn}>
        <Choices
          key={`${attempt.id} ${number}`}
          question={question}
          isFirst={index === 0}
          given={given}
          onAnswer={(value) => assessment.answer(number, value)}
        />
        <Alert text={isTimeOver ? assessmentTexts.timeOver : problem} />
        <div className="question-foot">
          <button
            type="button"
            className="button quiet"
            disabled={index === 0}
            onClick={() => void assessment.go(number - 1)}
          >
            Previous
          </button>
          <output className="hint">{given === '' ? '' : assessmentTexts[saving]}</output>
          <Forward {...{ state, isLast, given }} />
        </div>
      </form>
    </section>
  )
}

interface AssessmentBarProps extends Pick<AssessmentViewProps, 'onLeave'> {
  attempt: Attempt
  number: number
}

function AssessmentBar({ attempt: { count, answerBy }, number, onLeave }: AssessmentBarProps) {
  return (
    <div className="assessment-bar">
      <button type="button" className="button quiet" onClick={onLeave}>
        Back to Skills
      </button>
      <span className="badge">
        Question {number} of {count}
      </span>
      <TimeLeft answerBy={answerBy} />
    </div>
  )
}

interface ForwardProps {
  state: AskingState
  isLast: boolean
  given: string
}

function Forward({ state: { completing, isTimeOver, wanted }, isLast, given }: ForwardProps) {
  return (
    <button
      type="submit"
      className="button"
      disabled={given === '' && !isTimeOver}
      aria-disabled={completing || wanted !== null || undefined}
    >
      {isTimeOver && !completing ? 'See the Result' : forwardLabel(isLast, completing)}
    </button>
  )
}

function forwardLabel(isLast: boolean, completing: boolean): string {
  if (!isLast) return 'Next'
  return completing ? 'Completing…' : 'Complete Assessment'
}

type Question = Attempt['questions'][number]

interface ChoicesProps {
  question: Question
  isFirst: boolean
  given: string
  onAnswer: (answer: string) => void
}

function Choices({ question, isFirst, given, onAnswer }: ChoicesProps) {
  const { text, type, options } = question
  const legend = useRef<HTMLLegendElement>(null)
  // Screen readers announce the new question, and the keyboard continues there. The first one is below the page's heading,
  // which was just opened; each later one is at the same place, however long the previous one was.
  useEffect(() => {
    legend.current?.focus({ preventScroll: true })
    if (!isFirst) legend.current?.scrollIntoView()
  }, [isFirst])
  return (
    <fieldset>
      <legend ref={legend} tabIndex={-1}>
        {text}
        {type === 'checkbox' && <span className="hint">Choose all that apply.</span>}
      </legend>
      {type === 'text' ? (
        <TypedAnswer given={given} onAnswer={onAnswer} />
      ) : (
        options.map((option) => (
          <label key={option} className="choice">
            <input
              type={type === 'select' ? 'radio' : 'checkbox'}
              name="answer"
              value={option}
              checked={chosenOf(question, given).includes(option)}
              onChange={() => onAnswer(type === 'select' ? option : toggled(question, given, option))}
            />
            <span>{option}</span>
          </label>
        ))
      )}
    </fieldset>
  )
}

function TypedAnswer({ given, onAnswer }: Pick<ChoicesProps, 'given' | 'onAnswer'>) {
  return (
    <label className="field">
      Your answer
      <input
        type="text"
        name="answer"
        autoComplete="off"
        value={given}
        onChange={(event) => onAnswer(event.target.value)}
      />
    </label>
  )
}

const chosenOf = ({ type, options }: Question, given: string): readonly string[] =>
  type === 'select' ? [given] : (readChoices(given, options) ?? [])

/** The answer with one option added or removed, in display order. */
function toggled(question: Question, given: string, option: string): string {
  const chosen = chosenOf(question, given)
  return question.options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one))).join(',')
}

const HIDDEN_MS = 60_000

type Note = (sign: Sign) => void

/**
 * Reports copying, pasting and a page that was hidden for more than a minute, and sends waiting answers when the network is back.
 * @param note null for practice @param retry must be stable, like `note`
 */
function useSigns(note: Note | null, retry: () => Promise<void>): void {
  useEffect(() => {
    const stop = new AbortController()
    window.addEventListener('online', () => void retry(), { signal: stop.signal })
    if (note) watch(note, stop.signal)
    return () => stop.abort()
  }, [note, retry])
}

function watch(note: Note, signal: AbortSignal): void {
  for (const name of ['copy', 'cut', 'paste'] as const)
    document.addEventListener(name, () => note('clipboard'), { signal })
  let hiddenAt: number | null = null
  const look = () => {
    const now = Date.now()
    if (document.visibilityState === 'visible' && hiddenAt !== null && now - hiddenAt > HIDDEN_MS) note('hidden')
    hiddenAt = document.visibilityState === 'hidden' ? now : null
  }
  document.addEventListener('visibilitychange', look, { signal })
}

const LOOK_MS = 5_000

/** Minutes left of a counted set; nothing for practice. */
export function TimeLeft({ answerBy }: Pick<Attempt, 'answerBy'>) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  if (answerBy === null) return null
  const minutes = Math.max(0, Math.ceil((Date.parse(answerBy) - now) / 60_000))
  return <span className="soft">{minutes === 1 ? '1 minute left' : `${minutes} minutes left`}</span>
}

interface AttemptTermsProps {
  attempt: Attempt
  onExtend: (factor: (typeof TIME_FACTORS)[number]) => void
}

/** Whether the set counts, and how long it may take. Below the first question's heading only. */
export function AttemptTerms({ attempt, onExtend }: AttemptTermsProps) {
  const { isPractice, isVisitors, timeFactor, questions, set } = attempt
  if (isPractice) return <PracticeTerms isVisitors={isVisitors} />
  if (questions.length > 1) return null
  return (
    <div className="card attempt-terms">
      <p>{set === 2 ? `This is your second set. ${assessmentTexts.counts}` : assessmentTexts.counts}</p>
      <label className="field">
        Time for the ten questions (only you see this)
        <select
          value={timeFactor}
          onChange={({ target }) => onExtend(TIME_FACTORS.find((factor) => String(factor) === target.value) ?? 1)}
        >
          {TIME_FACTORS.map((factor) => (
            <option key={factor} value={factor}>
              {SET_MINUTES * factor} minutes
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** The membership script opens its dialogs for these links. */
function PracticeTerms({ isVisitors }: Pick<Attempt, 'isVisitors'>) {
  return (
    <div className="card attempt-terms">
      <p>
        <strong>{assessmentTexts.practice}</strong>{' '}
        {isVisitors ? assessmentTexts.joinToCount : assessmentTexts.verifyToCount}
      </p>
      {isVisitors && (
        <p className="actions">
          <a className="button quiet" href={routes.login.path} data-ms-modal="login">
            Login
          </a>
          <a className="button quiet" href={routes.signup.path} data-ms-modal="signup">
            Sign Up
          </a>
        </p>
      )}
    </div>
  )
}
