import {
  type ClipboardEvent,
  type FocusEvent,
  type InputEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import { latinDigits } from '../../lib/input'
import { isRecord } from '../../lib/values'
import { renewCodeStep } from '../../storage/pending'
import type { Texts } from '../texts/english'
import { fillText } from '../../lib/texts'
import { Button } from './button'
import type { FieldErrors, FormState } from './form'
import { type CallOptions, useCall } from './use-call'

interface CodeFieldProps {
  /** Name of every box. The form's data has the digits in order. */
  name: string
  label: string
  error: string | null
  readOnly: boolean
  onInput: () => void
  texts: Texts
  /** The sixth digit submits the form. */
  submits?: boolean
}

/** An emailed code, one box per digit. */
export function CodeField({ name, label, error, readOnly, onInput, texts, submits = false }: CodeFieldProps) {
  const boxes = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const listeners = useCodeBoxes({ parent: boxes, readOnly, submits, onInput })
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
            // No length limit: a phone fills the whole code into the first box.
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

/** An email should arrive within this time. Sending another earlier would only invalidate its code. */
const PAUSE_SECONDS = 30

interface ResendButtonProps extends CallOptions {
  /** Emails another code. */
  send: (signal: AbortSignal) => Promise<unknown>
}

/** Requests another code, with a pause after each, including the first. */
export function ResendButton({ texts, notify, send }: ResendButtonProps) {
  const { busy, run } = useCall({ texts, notify })
  const [left, setLeft] = useState(PAUSE_SECONDS)
  useEffect(() => {
    const timer = left > 0 ? setTimeout(() => setLeft(left - 1), 1000) : undefined
    return () => clearTimeout(timer)
  }, [left])
  const resend = async (signal: AbortSignal): Promise<void> => {
    await send(signal)
    renewCodeStep(window)
    setLeft(PAUSE_SECONDS)
    notify({ text: texts.code_sent_message, isError: false })
  }
  return (
    <Button look="link" busy={busy} busyLabel={texts.loading_text} disabled={left > 0} onClick={() => run(resend)}>
      {left > 0 ? `${texts.resend_code} (${left})` : texts.resend_code}
    </Button>
  )
}

/** The digits of a `CodeField` named `code`, with an error while boxes are empty. */
export function readCode(data: FormData): { code: string; errors: FieldErrors } {
  const code = data
    .getAll('code')
    .filter((digit) => typeof digit === 'string')
    .join('')
  return { code, errors: { code: code.length < CODE_LENGTH_DIGITS && 'code_error_message' } }
}

const refusals: ReadonlySet<unknown> = new Set([
  'invalid-passwordless-login-code',
  'invalid-reset-code',
  'invalid-second-factor',
])

/** Empties the boxes of a code that the server refused, for the next one. Rethrows every error. */
export const clearRefusedCode =
  ({ element }: FormState) =>
  (reason: unknown): never => {
    if (isRecord(reason) && refusals.has(reason['code'])) {
      const boxes = element.current?.querySelectorAll<HTMLInputElement>('input[name=code]') ?? []
      boxes.forEach((box) => (box.value = ''))
      boxes[0]?.focus()
    }
    throw reason
  }

interface CodeBoxes {
  /** Contains the boxes and no other inputs. */
  parent: RefObject<HTMLElement | null>
  readOnly: boolean
  submits: boolean
  onInput: () => void
}

/**
 * Makes six boxes act as one field: typing moves forward, Backspace and the arrows move back, and pasted or autofilled
 * codes spread over the boxes.
 * @returns the listeners of the box with an index
 */
function useCodeBoxes({ parent, readOnly, submits, onInput }: CodeBoxes) {
  // The digit of the focused box before the next key.
  const held = useRef('')
  const box = (index: number): HTMLInputElement | undefined => parent.current?.querySelectorAll('input')[index]
  const spread = (digits: string, from: number): void => {
    const free = CODE_LENGTH_DIGITS - from
    Array.from(digits.slice(0, free)).forEach((digit, offset) => {
      const target = box(from + offset)
      if (target) target.value = digit
    })
    box(from + Math.min(digits.length, free - 1))?.focus()
    onInput()
    const all = Array.from(parent.current?.querySelectorAll('input') ?? [])
    if (submits && all.every(({ value }) => value)) all[0]?.form?.requestSubmit()
  }
  return (index: number) => ({
    onFocus(event: FocusEvent<HTMLInputElement>) {
      held.current = event.currentTarget.value
      event.currentTarget.select()
    },
    onInput(event: InputEvent<HTMLInputElement>) {
      const digits = digitsOf(event.currentTarget.value)
      // A letter leaves the digit that it was typed over.
      held.current = digits[0] ?? (event.nativeEvent.data ? held.current : '')
      event.currentTarget.value = held.current
      // One key in a filled box replaces its digit. Several digits at once were autofilled.
      const typed = digitsOf(event.nativeEvent.data ?? '')
      if (digits) spread(typed.length === 1 && digits.length === 2 ? typed : digits, index)
    },
    onPaste(event: ClipboardEvent) {
      event.preventDefault()
      const digits = digitsOf(event.clipboardData.getData('text'))
      // A whole code fills all boxes, wherever it is pasted.
      if (digits && !readOnly) spread(digits, digits.length < CODE_LENGTH_DIGITS ? index : 0)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const back = event.key === 'Backspace' && !event.currentTarget.value && !readOnly
      const step = back ? -1 : steps.get(event.key)
      const target = step && box(index + step)
      if (!target) return
      event.preventDefault()
      if (back) target.value = ''
      target.focus()
    },
  })
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

/** Removes everything except digits. */
const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')
