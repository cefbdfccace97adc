import { Link } from 'wouter'
import { siteConfig } from '../content/site-config'
import { routes, type RouteName } from '../paths'
import { Mark } from '../ui/mark'

const links: { route: RouteName; label: string }[] = [
  { route: 'verify', label: 'Verify' },
  { route: 'partnership', label: 'Partners' },
  { route: 'privacy', label: 'Privacy' },
  { route: 'terms', label: 'Terms' },
  { route: 'contact', label: 'Contact' },
]

export function Footer() {
  const { contact, availability, name } = siteConfig
  return (
    <footer className="site-footer">
      <div className="bar">
        <p className="promise">
          <Link className="brand" href={routes.home.path}>
            <Mark size={28} />
            {name}
          </Link>
          <br />
          Proof of what you can do.
        </p>
        <nav aria-label="Footer">
          <ul>
            {links.map(({ route, label }) => (
              <li key={route}>
                <Link href={routes[route].path}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="reach">
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
          <a href={contact.phone.href}>{contact.phone.label}</a>
          <Link href={routes.availability.path}>{availability}</Link>
        </p>
      </div>
    </footer>
  )
}
