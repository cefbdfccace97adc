import type { FormEvent } from 'react'
import { Alert } from '../../ui/alert'
import { Choices } from './choices'
import { assessmentTexts } from './texts'
import type { Assessment } from './assessment'
import type { AskingState } from './assessment-state'

export interface AssessmentViewProps {
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
