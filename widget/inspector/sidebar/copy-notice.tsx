import { useEffect, useRef } from 'react'
import { deepActiveElement } from '../../lib/dom'
import type { Notice } from './use-copy'

interface CopyNoticeProps {
  notice: Notice | null
  onDismiss: () => void
}

/** Announced: its place is there before anything is said in it. */
export function CopyNotice({ notice, onDismiss }: CopyNoticeProps) {
  const text = notice?.text
  return (
    <>
      <output className="notice">
        {notice && (text === undefined ? 'Copied' : 'This page may not copy. Press Ctrl+C, or ⌘C.')}
      </output>
      {text !== undefined && <ByHand key={text} text={text} onDismiss={onDismiss} />}
    </>
  )
}

function ByHand({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const before = deepActiveElement(document)
    field.current?.focus()
    field.current?.select()
    return () => before?.focus()
  }, [])
  return (
    <div className="notice">
      <textarea ref={field} readOnly rows={3} value={text} aria-label="Text to copy" />
      <button type="button" className="button" onClick={onDismiss}>
        Done
      </button>
    </div>
  )
}
