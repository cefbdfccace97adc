import { sampleIds } from '../../content/sample-ids'

export interface SamplesProps {
  disabled: boolean
  /** While another one is looked up. */
  busy: boolean
  onPick: (id: string) => void
}

/** IDs to try the page with; each is filled in and looked up. */
export function Samples({ disabled, busy, onPick }: SamplesProps) {
  return (
    <section className="samples" aria-labelledby="samples">
      <h2 id="samples">No TrustTag at hand?</h2>
      <p className="soft">Try a sample.</p>
      <ul className="sample-list">
        {sampleIds.map((id) => (
          <li key={id}>
            <button
              type="button"
              className="button quiet code"
              disabled={disabled}
              aria-disabled={busy || undefined}
              onClick={() => onPick(id)}
            >
              {id}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
