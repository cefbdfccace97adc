/** A turning ring. It says nothing: the name of what is going on stands beside it. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <path d="M18 10a8 8 0 0 0-8-8" />
    </svg>
  )
}
