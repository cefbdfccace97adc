import { useState } from 'react'
import { Notice } from '../../ui/notice'

export interface CopyTextProps {
  /** What it is, as the button says after “Copy”. */
  name: string
  text: string
}

/** A text that somebody takes elsewhere, as it is, with a button for the clipboard. */
export function CopyText({ name, text }: CopyTextProps) {
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      setSaid('Your browser keeps its clipboard shut. Select the text and copy it.')
    }
  }
  return (
    <div className="copy-text">
      <pre>{text}</pre>
      <button type="button" className="button quiet no-print" onClick={() => void copy()}>
        Copy <span className="visually-hidden">{name}</span>
      </button>
      <Notice text={said} />
    </div>
  )
}
