import { findSkills } from './find-skills'

export interface SearchResultsProps {
  query: string
  onPick: (skill: string) => void
}

/** What a search finds; nobody is left without a way when it finds nothing. */
export function SearchResults({ query, onPick }: SearchResultsProps) {
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
