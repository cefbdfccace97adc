/** Says at once, also to a screen reader, what went wrong. Renders nothing without a text. */
export function Alert({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className="alert" role="alert">
      {text}
    </p>
  )
}
