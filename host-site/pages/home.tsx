import { Link } from 'wouter'
import { audiences, partners, steps } from '../content/home'
import { sampleTag } from '../content/sample-tag'
import { routes } from '../paths'
import { Credential } from '../ui/credential'
import { Feature } from '../ui/feature'
import { Icon } from '../ui/icon'
import { Section } from '../ui/section'

export function HomePage() {
  return (
    <>
      <Hero />
      <Section id="how" eyebrow="How it works" heading="From “I can do this” to proof" ground="surface">
        <ol className="steps">
          {steps.map((step) => (
            <li key={step.title}>
              <Feature {...step} />
            </li>
          ))}
        </ol>
      </Section>
      <Section
        id="for-whom"
        eyebrow="Who it is for"
        heading="Built for people whose work speaks louder than their papers"
        lead="TrustTag is built for the 1.5B+ people whose skills stand on no paper that anybody else can read."
      >
        <ul className="audiences">
          {audiences.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Promo />
    </>
  )
}

function Hero() {
  return (
    <section className="section hero">
      <div className="split">
        <div className="hero-text">
          <p className="eyebrow">Verified skill badges</p>
          <h1 tabIndex={-1}>{routes.home.heading}</h1>
          <p className="lead">
            Pass a technical assessment, show your work, and get a TrustTag: a timestamped proof of one skill that
            anyone can check.
          </p>
          <p className="actions">
            <Link className="button" href={routes.createTrustTag.path}>
              Create TrustTag
              <Icon name="arrow" size={20} />
            </Link>
            <Link className="button quiet" href={routes.verify.path}>
              Verify a TrustTag
            </Link>
          </p>
          <p className="hero-links">
            <Link href={routes.profile.path}>See a profile</Link>
            <Link href={routes.partnership.path}>Partner with us</Link>
          </p>
        </div>
        <Credential {...sampleTag} />
      </div>
    </section>
  )
}

function Promo() {
  return (
    <Section
      id="verification"
      ground="night"
      eyebrow="For those who hire"
      heading="A claim is easy. A TrustTag can be checked."
      lead="Every TrustTag has an ID. Type it in, and see the skill, the score, the holder and the day it was issued."
    >
      <ul className="columns partner-cards">
        {partners.map(({ route, link, ...partner }) => (
          <li key={partner.title}>
            <Feature {...partner} />
            <Link href={routes[route].path}>{link}</Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
