/** Tells readers without scripts why a form stays still. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="alert">This form needs JavaScript. Please turn it on in your browser.</p>
    </noscript>
  )
}
