import { useState } from 'react'

/** For whoever does something that is on no list. */
export function OwnSkill({ onPick }: { onPick: (skill: string) => void }) {
  const [text, setText] = useState('')
  const skill = text.trim()
  return (
    <section className="card own-skill" aria-labelledby="own-skill-heading">
      <h2 id="own-skill-heading">Don't See Your Skill?</h2>
      <p className="soft" id="own-skill-hint">
        Type what you do. You get general questions on safety and quality at work.
      </p>
      <form
        className="own-skill-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (skill) onPick(skill)
        }}
      >
        <div className="field">
          <label className="visually-hidden" htmlFor="own-skill">
            Your skill
          </label>
          <input
            id="own-skill"
            name="skill"
            maxLength={80}
            autoComplete="off"
            placeholder="For example: Beekeeper"
            aria-describedby="own-skill-hint"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <button type="submit" className="button" disabled={skill === ''}>
          Create Assessment
        </button>
      </form>
    </section>
  )
}
