import type { Passed } from '../issue/holding'

export interface MeantForProps {
  /** Passed, and without a TrustTag; beside the one that the checkout was opened for. */
  ready: readonly Passed[]
  chosenIds: readonly string[]
  /** How many the package has TrustTags for. */
  max: number
  onChange: (ids: string[]) => void
}

/** Which of several passed assessments a purchase is for: the order says it, and credits that are left over wait. */
export function MeantFor({ ready, chosenIds, max, onChange }: MeantForProps) {
  if (ready.length === 0 || max < 1) return null
  return (
    <fieldset className="radios">
      <legend>Also for</legend>
      {ready.map(({ id, skill, result }) => {
        const isChosen = chosenIds.includes(id)
        return (
          <label key={id} className="choice">
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosenIds.length >= max}
              onChange={() => onChange(isChosen ? chosenIds.filter((one) => one !== id) : [...chosenIds, id])}
            />
            <span>
              {skill}, {result.score}%
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
