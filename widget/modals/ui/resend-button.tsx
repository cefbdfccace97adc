import { useEffect, useState } from 'react'
import { Button } from './button'
import { type CallOptions, useCall } from './use-call'

/** The time in which a mail should have come; before that a second one would only make the first one void. */
const PAUSE_SECONDS = 30

interface ResendButtonProps extends CallOptions {
  /** Mails another code. */
  send: () => Promise<unknown>
}

/** Asks for another code, with a pause after each, the first one included. */
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
