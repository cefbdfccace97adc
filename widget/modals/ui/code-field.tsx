import { useId, useRef } from 'react'
import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import type { Texts } from '../texts/default-texts'
import { fillText } from '../texts/fill-text'
import { useCodeBoxes } from './use-code-boxes'

interface CodeFieldProps {
  /** Every box has this name; the form's data hold its digits in order. */
  name: string
  label: string
  error: string | null
  readOnly: boolean
  onInput: () => void
  texts: Texts
}

/** A mailed code, one digit a box. */
export function CodeField({ name, label, error, readOnly, onInput, texts }: CodeFieldProps) {
  const boxes = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const listeners = useCodeBoxes({ parent: boxes, readOnly, onInput })
  const shared = {
    name,
    readOnly,
    required: true,
    inputMode: 'numeric',
    'aria-invalid': error !== null,
    'aria-describedby': error === null ? undefined : errorId,
  } as const
  return (
    <fieldset className="field" part="code">
      <legend>{label}</legend>
      <div ref={boxes} className="boxes" dir="ltr">
        {Array.from({ length: CODE_LENGTH_DIGITS }, (_, index) => (
          <input
            key={index}
            part="input code-box"
            // No length limit: a phone fills the whole code into the first one.
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={fillText(texts.code_digit_label, { number: index + 1, count: CODE_LENGTH_DIGITS })}
            {...shared}
            {...listeners(index)}
          />
        ))}
      </div>
      {error !== null && (
        <p id={errorId} className="field-error" part="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
