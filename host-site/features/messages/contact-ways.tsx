import { siteConfig } from '../../content/site-config'
import { Icon } from '../../ui/icon'

/** Other ways to us, the quickest first, and when somebody is there. */
export function ContactWays() {
  const { contact, serviceArea, hours } = siteConfig
  const { email, phone } = contact
  return (
    <aside className="ways" aria-label="Other ways to reach us">
      <section>
        <Icon name="message" />
        <h2>Text message</h2>
        <p>
          <a href={phone.href.replace('tel:', 'sms:')}>{phone.label}</a>
        </p>
        <p className="soft">For a quicker response: text is the fastest way.</p>
      </section>
      <section>
        <Icon name="phone" />
        <h2>Phone</h2>
        <p>
          <a href={phone.href}>{phone.label}</a>
        </p>
        <p className="soft">Answered the same day.</p>
      </section>
      <section>
        <Icon name="mail" />
        <h2>Email</h2>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
        <p className="soft">Reply in 5-7 business days.</p>
      </section>
      <section>
        <Icon name="clock" />
        <h2>Business hours</h2>
        <dl className="hours">
          {hours.map(({ days, time }) => (
            <div key={days}>
              <dt>{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <Icon name="pin" />
        <h2>Service area</h2>
        <p className="soft">{serviceArea}</p>
      </section>
    </aside>
  )
}
