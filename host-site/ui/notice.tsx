/** Says, when a screen reader has a moment, what has happened. The element stays, so that a new text is announced. */
export function Notice({ text }: { text: string }) {
  return <output className="notice">{text}</output>
}
