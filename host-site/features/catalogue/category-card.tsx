import type { SkillCategory } from '../../content/categories'
import { Icon } from '../../ui/icon'

export type CategoryCardProps = SkillCategory & {
  expanded: boolean
  onToggle: () => void
  onPick: (skill: string) => void
}

/** A category; pressed, it shows its skills below, in a list that scrolls where it is long. */
export function CategoryCard({ id, title, icon, skills, expanded, onToggle, onPick }: CategoryCardProps) {
  const listId = `skills-${id}`
  return (
    <li className="category" data-category={id} data-expanded={expanded || undefined}>
      <h3>
        <button type="button" aria-expanded={expanded} aria-controls={listId} onClick={onToggle}>
          <span className="category-icon">
            <Icon name={icon} />
          </span>
          <span className="category-title">
            {title}
            <span className="soft">{skills.length} skills available</span>
          </span>
          <Icon name="chevron" size={20} />
        </button>
      </h3>
      {/* A region that scrolls can be reached by keyboard: its buttons can. */}
      <ul id={listId} className="skill-list" hidden={!expanded}>
        {skills.map((skill) => (
          <li key={skill}>
            <button type="button" onClick={() => onPick(skill)}>
              {skill}
            </button>
          </li>
        ))}
      </ul>
    </li>
  )
}
