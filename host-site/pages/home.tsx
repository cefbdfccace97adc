import { Link } from 'wouter'
import { audiences, marks, partners, steps } from '../content/home'
import { CheckForm, Hero, OfferLine } from '../features/home'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { Drawing } from '../ui/drawing'
import { Hallmark } from '../ui/hallmarks'
import { Feature, Section } from '../ui/page'

export function HomePage() {
  const api = useSiteApi()
  return (
    <>
      <Hero>
        <OfferLine api={api} />
      </Hero>
      <Marks />
      <Steps />
      <Section
        id="for-whom"
        ground="surface"
        heading="Built for people whose work speaks louder than their papers"
        lead="TrustTag is built for the 1.5B+ people whose skills stand on no paper that anybody else can read."
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
      <Promo />
    </>
  )
}

function Marks() {
  return (
    <Section
      id="marks"
      ground="surface"
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

function Promo() {
  return (
    <Section
      id="verification"
      ground="night"
      eyebrow="For those who hire"
      heading="A claim is easy. A TrustTag can be checked."
      lead={
        <>
          Every TrustTag has an ID. Type it in, and see the skill, the score, the holder and the day it was issued. It
          is signed and <Link href={routes.transparency.path}>blockchain secured</Link>: your own browser does the
          check.
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
