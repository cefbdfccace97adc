import { Icon } from '../../ui/icon'

export interface SkillSearchProps {
  query: string
  onChange: (query: string) => void
}

export function SkillSearch({ query, onChange }: SkillSearchProps) {
  return (
    <div className="skill-search">
      <label className="visually-hidden" htmlFor="skill-search">
        Search skills
      </label>
      <Icon name="search" />
      <input
        id="skill-search"
        type="search"
        placeholder="Search skills"
        autoComplete="off"
        value={query}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
