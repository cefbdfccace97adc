import { useState } from 'react'
import { microCerts } from '../../../contract/micro-certs'
import { categories } from '../../content/categories'
import { CategoryCard } from './category-card'
import { OwnSkill } from './own-skill'
import { SearchResults } from './search-results'
import { SkillSearch } from './skill-search'

export interface CatalogueProps {
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
