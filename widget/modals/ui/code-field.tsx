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
import type { Texts } from '../texts/english'
import { fillText } from '../texts/texts'
import { Button } from './button'
import type { FieldErrors } from './form'
import { type CallOptions, useCall } from './use-call'

interface CodeFieldProps {
  /** Of every box; the form's data has its digits in order. */
  name: string
  label: string
  error: string | null
  readOnly: boolean
  onInput: () => void
  texts: Texts
}

/** A mailed code, one box for each digit. */
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

/** A mail should arrive within this time; a new one sooner would only invalidate its code. */
const PAUSE_SECONDS = 30

interface ResendButtonProps extends CallOptions {
  /** Mails another code. */
  send: () => Promise<unknown>
}

/** Requests another code, with a pause after each, the first one included. */
export function ResendButton({ texts, notify, send }: ResendButtonProps) {
  const { busy, run } = useCall({ texts, notify })
  const [left, setLeft] = useState(PAUSE_SECONDS)
  useEffect(() => {
    const timer = left > 0 ? setTimeout(() => setLeft(left - 1), 1000) : undefined
    return () => clearTimeout(timer)
  }, [left])
  const resend = async (): Promise<void> => {
    await send()
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

interface CodeBoxes {
  /** Contains the boxes and no other inputs. */
  parent: RefObject<HTMLElement | null>
  readOnly: boolean
  onInput: () => void
}

/**
 * Makes six boxes act as one field: typing moves forward, Backspace and the arrows move back, and codes that are pasted or
 * filled in by the phone spread over them.
 * @returns the listeners of the box with an index
 */
function useCodeBoxes({ parent, readOnly, onInput }: CodeBoxes) {
  const box = (index: number): HTMLInputElement | undefined => parent.current?.querySelectorAll('input')[index]
  const spread = (digits: string, from: number): void => {
    const free = CODE_LENGTH_DIGITS - from
    Array.from(digits.slice(0, free)).forEach((digit, offset) => {
      const target = box(from + offset)
      if (target) target.value = digit
    })
    box(from + Math.min(digits.length, free - 1))?.focus()
    onInput()
  }
  return (index: number) => ({
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onInput(event: InputEvent<HTMLInputElement>) {
      const digits = digitsOf(event.currentTarget.value)
      event.currentTarget.value = digits[0] ?? ''
      // One key on a filled box replaces its digit; several digits at once were filled in by the phone.
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

/** A text without everything that is not a digit. */
const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')
