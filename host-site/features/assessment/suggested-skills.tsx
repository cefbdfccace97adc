import { WORKPLACE_BASICS } from '../../../contract/tag-texts'

export interface Suggestion {
  /** As it was typed. */
  typed: string
  /** Listed skills, the nearest first. */
  skills: readonly string[]
  /** The typed name can be assessed too, with the general questions. */
  isPossible: boolean
}

interface SuggestedSkillsProps extends Suggestion {
  onPick: (skill: string, asTyped: boolean) => void
}

/** Below the message that asks, or that refuses the typed name. */
export function SuggestedSkills({ typed, skills, isPossible, onPick }: SuggestedSkillsProps) {
  if (skills.length === 0) return null
  return (
    <div className="suggested">
      <ul className="chips" aria-label={isPossible ? 'Did you mean' : 'Skills to choose instead'}>
        {skills.map((skill) => (
          <li key={skill}>
            <button type="button" className="chip" onClick={() => onPick(skill, false)}>
              {skill}
            </button>
          </li>
        ))}
      </ul>
      {isPossible && (
        <button type="button" className="button quiet" onClick={() => onPick(typed, true)}>
          No, go on with “{typed}” ({WORKPLACE_BASICS})
        </button>
      )}
    </div>
  )
}
