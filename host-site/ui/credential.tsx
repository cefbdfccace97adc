import { Link } from 'wouter'
import { routes } from '../paths'
import { Rosette } from './guilloche'
import { Hallmarks } from './hallmarks'
import { Icon } from './icon'

interface CredentialFacts {
  /** `TT-…` */
  id: string
  skill: string
  holder: string
  /** Percent. */
  score: number
  /** Day, as it is shown. */
  issued: string
  category: string
  /** Said on the tag when it is no real one, such as "Sample". */
  mark?: string
}

/** A TrustTag as a thing: what is proved, by whom, how well and when. */
export function Credential({ id, skill, holder, score, issued, category, mark }: CredentialFacts) {
  return (
    <figure className="credential-shape">
      <div className="credential">
        <span className="eyelet" aria-hidden="true" />
        <Rosette of={id} />
        <p className="eyebrow">{category}</p>
        <p className="credential-skill">{skill}</p>
        <dl>
          <div>
            <dt>Score</dt>
            <dd className="score">{score}%</dd>
          </div>
          <div>
            <dt>Holder</dt>
            <dd>{holder}</dd>
          </div>
          <div>
            <dt>Issued</dt>
            <dd>{issued}</dd>
          </div>
          <div>
            <dt>TrustTag ID</dt>
            <dd className="code">{id}</dd>
          </div>
        </dl>
        <div className="credential-foot">
          <Hallmarks holder={holder} score={score} issued={issued} />
          {mark !== undefined && <span className="badge">{mark}</span>}
        </div>
      </div>
    </figure>
  )
}

/** The claim, and the way to what stands behind it: the words never stand anywhere without this link. */
export function BlockchainSecured() {
  return (
    <Link className="claim-link" href={routes.transparency.path}>
      <Icon name="shield" size={20} />
      Blockchain secured
    </Link>
  )
}
