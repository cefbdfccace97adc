import { Link } from 'wouter'
import { availableIn } from '../content/countries'
import { routes } from '../paths'
import { Page } from '../ui/page'

const nameOf = new Intl.DisplayNames('en', { type: 'region' })
const countries = availableIn
  .map((code) => nameOf.of(code) ?? code)
  .toSorted((one, other) => one.localeCompare(other, 'en'))

export function AvailabilityPage() {
  return (
    <Page {...routes.availability}>
      <ul className="countries">
        {countries.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>
        Your country is not on the list? <Link href={routes.contact.path}>Write to us.</Link>
      </p>
    </Page>
  )
}
