import { formatDay } from '../lib/format'

export interface LegalSection {
  heading: string
  paragraphs: readonly string[]
}

interface LegalTextProps {
  /** ISO 8601 days. */
  dates: { effective: string; updated: string }
  sections: readonly LegalSection[]
}

const idOf = (index: number): string => `section-${index + 1}`

export function LegalText({ dates, sections }: LegalTextProps) {
  return (
    <div className="legal">
      <div className="legal-side">
        <dl className="dates">
          <Day name="Effective" iso={dates.effective} />
          <Day name="Last updated" iso={dates.updated} />
        </dl>
        <nav className="contents" aria-label="On this page">
          <ol>
            {sections.map(({ heading }, index) => (
              <li key={heading}>
                <a href={`#${idOf(index)}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <div className="prose">
        {sections.map(({ heading, paragraphs }, index) => (
          <section key={heading} id={idOf(index)}>
            <h2>
              {index + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function Day({ name, iso }: { name: string; iso: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={iso}>{formatDay(iso)}</time>
      </dd>
    </div>
  )
}
