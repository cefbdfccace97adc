import { useEffect, useRef } from 'react'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'

export interface PickedSkillProps {
  skill: string
  onBack: () => void
}

/** What follows a choice while no assessment is open yet: it says so, and promises nothing. */
export function PickedSkill({ skill, onBack }: PickedSkillProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card picked-skill" aria-labelledby="picked-skill">
      <h2 id="picked-skill" ref={heading} tabIndex={-1}>
        {skill} Technical Assessment
      </h2>
      <p>
        {ASSESSMENT_QUESTIONS} questions, multiple choice. This assessment is being prepared and cannot be taken yet.
      </p>
      <p>
        <button type="button" className="button quiet" onClick={onBack}>
          Back to Skills
        </button>
      </p>
    </section>
  )
}
