import type { Notice } from '../screen'

/** A sentence about the whole form. The region is always there: readers announce only what changes inside one. */
export function Toast({ notice }: { notice: Notice | null }) {
  return (
    <div
      className="toast"
      part="toast"
      role={notice?.isError === false ? 'status' : 'alert'}
      data-error={notice?.isError}
    >
      {notice && (
        <>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" />
            <path d={notice.isError ? 'M8 4.75v4M8 11.2v.1' : 'm5 8.2 2 2 4-4.4'} />
          </svg>
          <p>{notice.text}</p>
        </>
      )}
    </div>
  )
}
