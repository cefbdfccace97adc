import { Link } from 'wouter'
import { plannedFeatures, trustTagPackages } from '../../contract/trusttag-packages'
import { audiences, keyFacts, marks, partners, questions, steps } from '../content/home'
import { priceText } from '../lib/format'
import { type SiteApi, useSiteApi } from '../lib/site-api'
import { routes } from '../paths'
import { Drawing, Rosette } from '../ui/drawing'
import { BlockchainSecured, Credential, Hallmark } from '../ui/credential'
import { Feature, Section } from '../ui/page'
import type { ReactNode } from 'react'
import { sampleTag } from '../content/samples'
import { useFreeOffer } from '../lib/use-loaded'
import { Icon } from '../ui/icon'

export function HomePage() {
  const api = useSiteApi()
  return (
    <>
      <Hero>
        <OfferLine api={api} />
      </Hero>
      <Steps />
      <Promo />
      <Prices />
      <Section
        id="for-whom"
        ground="surface"
        heading="Built for people whose work speaks louder than their papers"
        lead="TrustTag is built for the 1.5B+ people whose skills are on no document that anyone else can read."
        action={<Drawing name="fan" />}
        aside={
          <ul className="audiences">
            {audiences.map((audience) => (
              <li key={audience.title}>
                <Feature {...audience} />
              </li>
            ))}
          </ul>
        }
      />
      <Marks />
      <Questions />
    </>
  )
}

function Marks() {
  return (
    <Section
      id="marks"
      heading="Four marks, as on silver"
      lead="Silver has been struck with marks for seven centuries. They say who made it, how pure it is, who tested it and when. A TrustTag does that for a skill."
    >
      <ul className="marks">
        {marks.map(({ title, text, ...mark }) => (
          <li key={title}>
            <Hallmark {...mark} />
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Steps() {
  return (
    <Section id="how" heading="From “I can do this” to proof">
      <ol className="steps">
        {steps.map(({ drawing, title, text }) => (
          <li key={title}>
            <Drawing name={drawing} />
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** One of them links to the checkout: a package is chosen there. */
function Prices() {
  return (
    <Section
      id="prices"
      heading="What it costs"
      lead="The test costs nothing. You pay only for TrustTags, and employers never pay to check one."
    >
      <ul className="prices">
        {trustTagPackages.map((option) => (
          <li key={option.id}>
            <h3>{option.name}</h3>
            <p className="price">{priceText(option)}</p>
            <p className="soft">{option.description}</p>
            {option.features.some((feature) => plannedFeatures.has(feature)) && (
              <p className="soft">
                <span className="badge plain">planned</span> {option.features.join(', ')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="actions">
        <Link className="button quiet" href={routes.checkout.path}>
          See the packages
        </Link>
        <Link href={routes.skills.path}>What each skill is tested with</Link>
      </p>
    </Section>
  )
}

function Questions() {
  return (
    <Section id="questions" ground="surface" heading="Questions people ask">
      <div className="faq">
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

function Promo() {
  return (
    <Section
      id="verification"
      ground="night"
      eyebrow="For employers"
      heading="A claim is easy. A TrustTag can be checked."
      lead={
        <>
          Every TrustTag has an ID. Enter it to see the skill, the score, the holder and the issue date. It is signed
          and <Link href={routes.transparency.path}>blockchain secured</Link>: your own browser does the check.
        </>
      }
      action={<CheckForm />}
      aside={<Drawing name="loupe" />}
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

/** @param children shown below the links */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <section className="section hero">
      <div className="split">
        <div className="hero-text">
          <h1 tabIndex={-1}>{routes.home.heading}</h1>
          <p className="lead">
            Answer ten questions, show your work, and get a TrustTag: a verified skill badge with a score, a certificate
            and a date. Anyone can check it.
          </p>
          <dl className="key-facts">
            {keyFacts.map(({ term, text }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="actions">
            <Link className="button large" href={routes.createTrustTag.path}>
              Create TrustTag
              <Icon name="arrow" size={20} />
            </Link>
            <Link className="button quiet large" href={routes.verify.path}>
              Verify a TrustTag
            </Link>
          </p>
          <p className="hero-links">
            <Link href={routes.profile.path}>See a profile</Link>
            <Link href={routes.partnership.path}>Partner with us</Link>
            <BlockchainSecured />
          </p>
          {children}
        </div>
        <div className="hero-tag">
          <Rosette of={sampleTag.id} />
          <svg className="hero-thread" viewBox="0 0 120 200" aria-hidden="true">
            <path d="M20 186C4 128 70 108 58 62S76 8 120 0" />
          </svg>
          <Credential {...sampleTag} />
        </div>
      </div>
    </section>
  )
}

/** Its space is reserved, so that nothing shifts when the offer loads. */
export function OfferLine({ api }: { api: Pick<SiteApi, 'call'> }) {
  const offer = useFreeOffer(api)
  return (
    <p className="hero-offer">
      {offer && <Link href={routes.checkout.path}>One TrustTag free, for a limited time</Link>}
    </p>
  )
}

/** A plain GET form, so that it works before any script is loaded. */
export function CheckForm() {
  return (
    <form className="check-form" action={routes.verify.path} method="get">
      <div className="field">
        <label htmlFor="check-id">TrustTag ID</label>
        <input
          id="check-id"
          name="id"
          type="text"
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={sampleTag.id}
        />
      </div>
      <button type="submit" className="button">
        Verify
      </button>
      <p className="soft">
        Don’t have one?{' '}
        <a href={`${routes.verify.path}?id=${sampleTag.id}`}>
          Try the sample <span className="code">{sampleTag.id}</span>
        </a>
      </p>
    </form>
  )
}
