import { Link } from 'wouter'
import { siteConfig } from '../content/site-config'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function ContactPage() {
  const { email, phone } = siteConfig.contact
  return (
    <Page {...routes.contact}>
      <dl className="card details">
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            <a href={phone.href}>{phone.label}</a>
          </dd>
        </div>
      </dl>
      <p>
        Do you speak for an organisation? <Link href={routes.partnership.path}>Partner with TrustTag</Link>
      </p>
    </Page>
  )
}
