import { type FormEvent, useEffect, useRef } from 'react'
import { readChoices } from '../../../contract/read-choices'
import type { Attempt } from '../../../contract/schemas/assessments'
import { Alert } from '../../ui/status'
import type { AskingState, Assessment } from './assessment'
import { assessmentTexts } from './texts'

interface AssessmentViewProps {
  state: AskingState
  assessment: Pick<Assessment, 'answer' | 'go' | 'complete'>
  onLeave: () => void
}

/** One question at a time. */
export function AssessmentView({ state, assessment, onLeave }: AssessmentViewProps) {
  const { attempt, number, completing, problem, saving } = state
  const { questions, answers, skill, isGeneral } = attempt
  const index = questions.findIndex(({ id }) => id === number)
  const question = questions[index]
  if (!question) return null
  const given = answers[number] ?? ''
  const isLast = index === questions.length - 1
  const step = (by: number) => assessment.go(questions[index + by]?.id ?? number)

  function goOn(event: FormEvent) {
    event.preventDefault()
    if (given === '' || completing) return
    if (isLast) void assessment.complete()
    else step(1)
  }

  return (
    <section className="assessment" aria-labelledby="assessment">
      <div className="assessment-bar">
        <button type="button" className="button quiet" onClick={onLeave}>
          Back to Skills
        </button>
        <span className="badge">
          Question {index + 1} of {questions.length}
        </span>
      </div>
      <h2 id="assessment">{skill} Technical Assessment</h2>
      {isGeneral && <p className="hint">{assessmentTexts.general}</p>}
      <progress aria-label="Progress" max={questions.length} value={index + 1} />
      <form className="question card" onSubmit={goOn}>
        <Choices
          key={`${attempt.id} ${number}`}
          question={question}
          given={given}
          onAnswer={(value) => assessment.answer(number, value)}
        />
        <Alert text={problem} />
        <div className="question-foot">
          <button type="button" className="button quiet" disabled={index === 0} onClick={() => step(-1)}>
            Previous
          </button>
          <output className="hint">{given === '' ? '' : assessmentTexts[saving]}</output>
          <button type="submit" className="button" disabled={given === ''} aria-disabled={completing || undefined}>
            {forwardLabel(isLast, completing)}
          </button>
        </div>
      </form>
    </section>
  )
}

function forwardLabel(isLast: boolean, completing: boolean): string {
  if (!isLast) return 'Next'
  return completing ? 'Completing…' : 'Complete Assessment'
}

type Question = Attempt['questions'][number]

interface ChoicesProps {
  question: Question
  /** What is answered so far. */
  given: string
  onAnswer: (answer: string) => void
}

/** A question with what can be answered: one of the options, several of them, or a text. */
function Choices({ question, given, onAnswer }: ChoicesProps) {
  const { text, type, options } = question
  const legend = useRef<HTMLLegendElement>(null)
  // A new question is read out, and the keyboard goes on from it.
  useEffect(() => legend.current?.focus(), [])
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

/** The answer with one option more, or one less: a list in the order in which they are shown. */
function toggled(question: Question, given: string, option: string): string {
  const chosen = chosenOf(question, given)
  return question.options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one))).join(',')
}
