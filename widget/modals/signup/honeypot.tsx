/** The name of a field that people neither see nor reach. Not a word that browsers fill in by themselves. */
export const HONEYPOT_NAME = 'ms-reference'

/** Filled in by programs that fill in everything: a form that holds something in it is not sent. */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <input name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
    </div>
  )
}
