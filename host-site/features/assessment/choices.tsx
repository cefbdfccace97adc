import { useEffect, useRef } from 'react'
import { readChoices } from '../../../contract/read-choices'
import type { Attempt } from '../../../contract/schemas/assessments'

type Question = Attempt['questions'][number]

export interface ChoicesProps {
  question: Question
  /** What is answered so far. */
  given: string
  onAnswer: (answer: string) => void
}

/** A question with what can be answered: one of the options, several of them, or a text. */
export function Choices({ question, given, onAnswer }: ChoicesProps) {
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
