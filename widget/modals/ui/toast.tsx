import type { Notice } from '../screen'

/**
 * A sentence about the whole screen. Both regions are always there: readers announce only what changes inside one, and
 * an error interrupts them while good news waits its turn.
 */
export function Toast({ notice }: { notice: Notice | null }) {
  return [true, false].map((isError) => (
    <div key={`${isError}`} className="toast" part="toast" role={isError ? 'alert' : 'status'} data-error={isError}>
      {notice?.isError === isError && (
        <>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" />
            <path d={isError ? 'M8 4.75v4M8 11.2v.1' : 'm5 8.2 2 2 4-4.4'} />
          </svg>
          <p>{notice.text}</p>
        </>
      )}
    </div>
  ))
}
