import { Link } from 'wouter'
import { siteConfig } from '../content/site-config'
import { type RouteName, routes } from '../paths'
import { Mark, Ribbon } from '../ui/drawing'

const groups: { heading: string; links: { route: RouteName; label: string }[] }[] = [
  {
    heading: 'Prove and check',
    links: [
      { route: 'createTrustTag', label: 'Create TrustTag' },
      { route: 'skills', label: 'Skills' },
      { route: 'verify', label: 'Verify' },
      { route: 'partnership', label: 'Partners' },
    ],
  },
  {
    heading: 'Rules and records',
    links: [
      { route: 'privacy', label: 'Privacy' },
      { route: 'terms', label: 'Terms' },
      { route: 'transparency', label: 'Transparency' },
    ],
  },
]

export function Footer() {
  const { contact, availability, name } = siteConfig
  return (
    <footer className="site-footer">
      <Ribbon />
      <div className="bar">
        <div className="promise">
          <Link className="brand" href={routes.home.path}>
            <Mark size={28} />
            {name}
          </Link>
          <p>Proof of what you can do.</p>
          <Link href={routes.availability.path}>{availability}</Link>
        </div>
        <nav aria-label="Footer">
          {groups.map(({ heading, links }) => (
            <div key={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map(({ route, label }) => (
                  <li key={route}>
                    <Link href={routes[route].path}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div>
            <h2>Talk to us</h2>
            <ul>
              <li>
                <Link href={routes.contact.path}>Contact</Link>
              </li>
              <li>
                <a href={`mailto:${contact.email}`}>{contact.email}</a>
              </li>
              <li>
                <a href={contact.phone.href}>{contact.phone.label}</a>
              </li>
            </ul>
          </div>
        </nav>
      </div>
    </footer>
  )
}
