import { useState } from 'react'
import { microCerts } from '../../contract/micro-certs'
import { categories, type SkillCategory } from '../content/categories'
import { Icon } from '../ui/icon'

interface CatalogueProps {
  /** Called with the name of the skill that was picked. */
  onPick: (skill: string) => void
}

/** Every skill that can be proved: by category, by job, by search, or typed in. */
export function Catalogue({ onPick }: CatalogueProps) {
  const [query, setQuery] = useState('')
  const [expanded, setExpanded] = useState<string | null>(null)
  return (
    <div className="catalogue">
      <SkillSearch query={query} onChange={setQuery} />
      <h2 className="visually-hidden">{query.trim() === '' ? 'Skills by category' : 'Skills found'}</h2>
      {query.trim() === '' ? (
        <ul className="categories">
          {categories.map((category) => (
            <CategoryCard
              key={category.id}
              {...category}
              expanded={expanded === category.id}
              onToggle={() => setExpanded(expanded === category.id ? null : category.id)}
              onPick={onPick}
            />
          ))}
        </ul>
      ) : (
        <SearchResults query={query} onPick={onPick} />
      )}
      <div className="split top">
        <section aria-labelledby="micro-certs">
          <h2 id="micro-certs">Popular MicroCerts</h2>
          <ul className="chips">
            {microCerts.map((name) => (
              <li key={name}>
                <button type="button" className="chip" onClick={() => onPick(name)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </section>
        <OwnSkill onPick={onPick} />
      </div>
    </div>
  )
}

interface SkillSearchProps {
  query: string
  onChange: (query: string) => void
}

function SkillSearch({ query, onChange }: SkillSearchProps) {
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

type CategoryCardProps = SkillCategory & {
  expanded: boolean
  onToggle: () => void
  onPick: (skill: string) => void
}

/** A category; pressed, it shows its skills below, in a list that scrolls where it is long. */
function CategoryCard({ id, title, icon, skills, expanded, onToggle, onPick }: CategoryCardProps) {
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

interface SearchResultsProps {
  query: string
  onPick: (skill: string) => void
}

/** What a search finds; nobody is left without a way when it finds nothing. */
function SearchResults({ query, onPick }: SearchResultsProps) {
  const found = findSkills(query)
  const wanted = query.trim()
  return (
    <div className="results">
      <output className="soft">{countText(found.length, wanted)}</output>
      <ul className="results-list">
        {found.map(({ skill, category }) => (
          <li key={`${category} ${skill}`}>
            <button type="button" onClick={() => onPick(skill)}>
              <span>{skill}</span>
              <span className="soft">{category}</span>
            </button>
          </li>
        ))}
        {found.length === 0 && (
          <li>
            <button type="button" onClick={() => onPick(wanted)}>
              <span>Take the assessment for “{wanted}”</span>
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}

function countText(count: number, wanted: string): string {
  if (count === 0) return `No listed skill matches “${wanted}”.`
  return count === 1 ? '1 skill matches.' : `${count} skills match.`
}

/** For a skill that is on no list. */
function OwnSkill({ onPick }: { onPick: (skill: string) => void }) {
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

interface FoundSkill {
  skill: string
  /** Where it stands. */
  category: string
}

const all: readonly FoundSkill[] = [
  ...categories.flatMap(({ title, skills }) => skills.map((skill) => ({ skill, category: title }))),
  ...microCerts.map((skill) => ({ skill, category: 'Popular MicroCerts' })),
]

/**
 * Skills whose name or category has every word of a query, those that begin with it first; case and accents do not
 * count. Nothing for a query without words.
 */
export function findSkills(query: string): FoundSkill[] {
  const plain = fold(query)
  const words = plain.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = all.filter(({ skill, category }) => {
    const text = fold(`${skill} ${category}`)
    return words.every((word) => text.includes(word))
  })
  const rank = ({ skill }: FoundSkill) =>
    fold(skill).startsWith(plain.trim()) ? 0 : fold(skill).includes(plain.trim()) ? 1 : 2
  return found.toSorted((one, other) => rank(one) - rank(other))
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
