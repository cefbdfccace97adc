/** An error of the whole form. The region is always there, because readers announce only what changes inside one. */
export function Toast({ message }: { message: string | null }) {
  return (
    <div className="toast" part="toast" role="alert">
      {message && (
        <>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" />
            <path d="M8 4.75v4M8 11.2v.1" />
          </svg>
          <p>{message}</p>
        </>
      )}
    </div>
  )
}
