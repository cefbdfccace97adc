import { Link } from 'wouter'
import { availableIn } from '../content/countries'
import { routes } from '../paths'
import { Rays } from '../ui/guilloche'
import { Page } from '../ui/page'

const nameOf = new Intl.DisplayNames('en', { type: 'region' })
const countries = availableIn
  .map((code) => nameOf.of(code) ?? code)
  .toSorted((one, other) => one.localeCompare(other, 'en'))
const letters = [...new Set(countries.map((name) => name.charAt(0)))]

export function AvailabilityPage() {
  return (
    <Page {...routes.availability}>
      <div className="split top">
        <ul className="countries">
          {letters.map((letter) => (
            <li key={letter}>
              <h2>{letter}</h2>
              <ul className="plain">
                {countries
                  .filter((name) => name.startsWith(letter))
                  .map((name) => (
                    <li key={name}>{name}</li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
        <div className="reach-lines">
          <Rays count={countries.length} />
          <p>
            {countries.length} <span>countries, one line for each</span>
          </p>
        </div>
      </div>
      <p>
        Your country is not on the list? <Link href={routes.contact.path}>Write to us.</Link>
      </p>
    </Page>
  )
}
