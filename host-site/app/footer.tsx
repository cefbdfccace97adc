import { Link } from 'wouter'
import { siteConfig } from '../content/site-config'
import { routes, type RouteName } from '../paths'

const links: { route: RouteName; label: string }[] = [
  { route: 'verify', label: 'Verify' },
  { route: 'partnership', label: 'Partners' },
  { route: 'privacy', label: 'Privacy' },
  { route: 'terms', label: 'Terms' },
  { route: 'contact', label: 'Contact' },
]

export function Footer() {
  const { contact, availability } = siteConfig
  return (
    <footer className="site-footer">
      <div className="bar">
        <nav aria-label="Footer">
          <ul>
            {links.map(({ route, label }) => (
              <li key={route}>
                <Link href={routes[route].path}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
          <a href={contact.phone.href}>{contact.phone.label}</a>
          <span>{availability}</span>
        </p>
      </div>
    </footer>
  )
}
