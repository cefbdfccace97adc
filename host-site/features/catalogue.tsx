import { useState } from 'react'
import { Link } from 'wouter'
import { microCerts } from '../../contract/micro-certs'
import { slugOf } from '../../contract/skill-facts'
import { skillsWithOwnQuestions } from '../../contract/skills'
import { WORKPLACE_BASICS } from '../../contract/tag-texts'
import { categories, type SkillCategory } from '../content/categories'
import { routes, skillPath } from '../paths'
import { Icon } from '../ui/icon'

interface CatalogueProps {
  onPick: (skill: string) => void
}

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
          <p className="hint">
            Tested with <Link href={BASICS}>{WORKPLACE_BASICS}</Link>, like every skill without its own questions. Each
            has <Link href={routes.skills.path}>a page that says what is asked</Link>.
          </p>
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

const BASICS = skillPath(slugOf(WORKPLACE_BASICS))

type CategoryCardProps = SkillCategory & {
  expanded: boolean
  onToggle: () => void
  onPick: (skill: string) => void
}

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
            <OwnCount of={skills} />
          </span>
          <Icon name="chevron" size={20} />
        </button>
      </h3>
      {/* The scrolling list is reachable by keyboard through its buttons. */}
      <ul id={listId} className="skill-list" hidden={!expanded}>
        {/* Rows exist only while the list is open: closed, they would be most of the page. */}
        {expanded && skills.map((skill) => <SkillRow key={skill} {...{ skill, list: id, onPick }} />)}
      </ul>
    </li>
  )
}

function OwnCount({ of }: { of: readonly string[] }) {
  const own = of.filter((skill) => skillsWithOwnQuestions.has(skill)).length
  return (
    <span className="own-count" data-own={own > 0 || undefined}>
      {own === 0 ? WORKPLACE_BASICS : `${own} with own questions`}
    </span>
  )
}

interface SkillRowProps {
  skill: string
  /** ID of the category, because a skill can be in two. */
  list: string
  onPick: (skill: string) => void
}

/** The button starts the test; the link explains it. */
function SkillRow({ skill, list, onPick }: SkillRowProps) {
  const markId = `mark-${list}-${slugOf(skill)}`
  return (
    <li className="skill-row">
      <button type="button" aria-describedby={markId} onClick={() => onPick(skill)}>
        {skill}
      </button>
      <span className="skill-mark" id={markId} data-own={skillsWithOwnQuestions.has(skill) || undefined}>
        {markText(skill)}
      </span>
      <Link className="skill-about" href={skillPath(slugOf(skill))}>
        About<span className="visually-hidden"> {skill}</span>
      </Link>
    </li>
  )
}

const markText = (skill: string): string => (skillsWithOwnQuestions.has(skill) ? 'Own questions' : WORKPLACE_BASICS)

interface SearchResultsProps {
  query: string
  onPick: (skill: string) => void
}

/** Without a match, it offers the typed skill. */
function SearchResults({ query, onPick }: SearchResultsProps) {
  const found = findSkills(query)
  const wanted = query.trim()
  return (
    <div className="results">
      <output className="soft">{countText(found.length, wanted)}</output>
      <ul className="results-list">
        {found.map(({ skill, category }) => (
          <li key={`${category} ${skill}`} className="skill-row">
            <button type="button" onClick={() => onPick(skill)}>
              <span>{skill}</span>
              <span className="soft">
                {category} · {markText(skill)}
              </span>
            </button>
            <Link className="skill-about" href={skillPath(slugOf(skill))}>
              About<span className="visually-hidden"> {skill}</span>
            </Link>
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

function OwnSkill({ onPick }: { onPick: (skill: string) => void }) {
  const [text, setText] = useState('')
  const skill = text.trim()
  return (
    <section className="card own-skill" aria-labelledby="own-skill-heading">
      <h2 id="own-skill-heading">Don't See Your Skill?</h2>
      <p className="soft" id="own-skill-hint">
        Type what you do. You answer general workplace questions, and the TrustTag says “{WORKPLACE_BASICS}”.
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
  category: string
}

const all: readonly FoundSkill[] = [
  ...categories.flatMap(({ title, skills }) => skills.map((skill) => ({ skill, category: title }))),
  ...microCerts.map((skill) => ({ skill, category: 'Popular MicroCerts' })),
]

/**
 * Skills whose name or category contains every word of the query, prefix matches first. Ignores case and accents.
 * Empty for a query without words.
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
