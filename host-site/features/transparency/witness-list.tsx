import { formatMoment } from '../../lib/format-moment'
import type { Witness } from './read-logs'

/** Who looks on, and how far each has come. */
export function WitnessList({ witnesses }: { witnesses: readonly Witness[] }) {
  return (
    <>
      <p>{countText(witnesses)}</p>
      {witnesses.length > 0 && (
        <ul className="witnesses">
          {witnesses.map((witness) => (
            <li key={witness.name} data-refuses={witness.refuses || undefined}>
              <span className="code">{witness.name}</span>
              <span className="badge">{witness.isSelfRun ? 'Run by us' : 'Independent'}</span>
              <span className="soft">
                <Standing {...witness} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** How many are independent: only those show that we did not change the log ourselves. */
export function countText(witnesses: readonly Witness[]): string {
  const independent = witnesses.filter(({ isSelfRun }) => !isSelfRun).length
  if (independent === 1) return 'One independent witness watches this log.'
  if (independent > 1) return `${independent} independent witnesses watch this log.`
  if (witnesses.length === 0) return 'No witness watches this log. The time of an entry is our word alone.'
  return 'No independent witness watches this log yet. The one below is run by ourselves: it notices a mistake or a break-in, not our own intent.'
}

function Standing({ confirmed, lastSize, lastTime, refuses }: Witness) {
  if (refuses)
    return 'It refuses to confirm the log: what it was shown does not continue what it saw before. Be careful with TrustTags issued since.'
  if (confirmed !== null)
    return (
      <>
        Confirmed all of it on <Moment seconds={confirmed} />. Its signature was checked in your browser just now.
      </>
    )
  if (lastSize === null) return 'It has not confirmed anything yet.'
  return (
    <>
      Confirmed the first {lastSize.toLocaleString('en')} entries
      {lastTime !== null && (
        <>
          {' '}
          on <Moment seconds={lastTime} />
        </>
      )}
      . The newest are not confirmed yet.
    </>
  )
}

function Moment({ seconds }: { seconds: number }) {
  const iso = new Date(seconds * 1000).toISOString()
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}
