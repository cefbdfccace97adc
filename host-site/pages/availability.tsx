import { Link } from 'wouter'
import { routes } from '../paths'
import { Rays } from '../ui/drawing'
import { Page } from '../ui/page'

/** ISO 3166 codes. Names come from the reader's browser, or are prerendered in English. */
export const availableIn = [
  'AR',
  'AU',
  'AT',
  'BD',
  'BE',
  'BO',
  'BR',
  'BG',
  'CA',
  'CL',
  'CO',
  'CR',
  'HR',
  'CY',
  'CZ',
  'DK',
  'DO',
  'EC',
  'EG',
  'SV',
  'EE',
  'ET',
  'FI',
  'FR',
  'DE',
  'GH',
  'GR',
  'GT',
  'HN',
  'HU',
  'IS',
  'IN',
  'ID',
  'IE',
  'IL',
  'IT',
  'JM',
  'JP',
  'JO',
  'KE',
  'LV',
  'LB',
  'LT',
  'LU',
  'MY',
  'MT',
  'MX',
  'MA',
  'NP',
  'NL',
  'NZ',
  'NG',
  'NO',
  'PK',
  'PA',
  'PE',
  'PH',
  'PL',
  'PT',
  'RO',
  'RW',
  'SN',
  'RS',
  'SG',
  'SK',
  'SI',
  'ZA',
  'KR',
  'ES',
  'LK',
  'SE',
  'CH',
  'TZ',
  'TH',
  'TN',
  'TR',
  'UG',
  'UA',
  'AE',
  'GB',
  'US',
  'UY',
  'VN',
  'ZM',
] as const

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
