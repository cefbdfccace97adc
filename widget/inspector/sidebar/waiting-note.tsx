import type { Answer } from './use-answer'

/** In the place of what is not there yet, or could not be had. */
export const WaitingNote = ({ answer }: { answer: Answer<unknown> }) =>
  answer.state === 'loading' ? (
    <p className="note">Loading…</p>
  ) : (
    <div className="note">
      <p>This could not be loaded.</p>
      <button type="button" className="button" onClick={() => answer.retry()}>
        Try again
      </button>
    </div>
  )
