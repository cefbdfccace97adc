import type { LegalSection } from '../content/terms'
import { formatDay } from '../lib/format-day'

export interface LegalTextProps {
  /** Both ISO 8601 days. */
  dates: { effective: string; updated: string }
  sections: readonly LegalSection[]
}

/** A text that binds: its dates, and numbered sections that can be linked to. */
export function LegalText({ dates, sections }: LegalTextProps) {
  return (
    <>
      <dl className="dates">
        <div>
          <dt>Effective</dt>
          <dd>
            <time dateTime={dates.effective}>{formatDay(dates.effective)}</time>
          </dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>
            <time dateTime={dates.updated}>{formatDay(dates.updated)}</time>
          </dd>
        </div>
      </dl>
      <div className="prose legal">
        {sections.map(({ heading, paragraphs }, index) => (
          <section key={heading} id={`section-${index + 1}`}>
            <h2>
              {index + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
