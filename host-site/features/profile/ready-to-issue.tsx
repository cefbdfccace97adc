import { Link } from 'wouter'
import { checkoutPath } from '../checkout/checkout-address'
import type { Holding } from '../issue/holding'

/** What was passed and has no TrustTag yet. */
export function ReadyToIssue({ ready, credits: { available } }: Pick<Holding, 'ready' | 'credits'>) {
  if (ready.length === 0 && available === 0) return null
  return (
    <section className="ready" aria-labelledby="ready">
      <h2 id="ready">Ready to issue</h2>
      <p className="soft">{creditsText(available)}</p>
      {ready.length === 0 && <p>Pass an assessment, and its TrustTag can be issued here.</p>}
      <ul className="ready-list">
        {ready.map(({ id, skill, result: { score } }) => (
          <li key={id}>
            <p>
              <strong>{skill}</strong>
              <br />
              <span className="soft">Passed with {score}%</span>
            </p>
            <Link className="button" href={checkoutPath({ attemptId: id, issue: available > 0 })}>
              {available > 0 ? 'Issue TrustTag' : 'Get a credit'}
              <span className="visually-hidden"> for {skill}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const creditsText = (available: number): string =>
  available === 0
    ? 'You have no credit left. Each TrustTag takes one.'
    : `You have ${available} ${available === 1 ? 'credit' : 'credits'}. Each TrustTag takes one.`
