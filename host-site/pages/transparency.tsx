import { Link } from 'wouter'
import { logSteps, proves, sampleEntry } from '../content/transparency'
import { CheckYourself } from '../features/transparency/check-yourself'
import { LogNow } from '../features/transparency/log-now'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { Drawing } from '../ui/drawing'
import { Page } from '../ui/page'

export function TransparencyPage() {
  const api = useSiteApi()
  return (
    <Page {...routes.transparency} eyebrow="Blockchain secured, in plain words">
      <figure className="log-drawing">
        <Drawing name="chain" />
        <figcaption>Hashes in a row, and a seal over all that came before.</figcaption>
      </figure>
      <ol className="log-steps columns">
        {logSteps.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
      <Proves />
      <LogNow api={api} />
      <Meaning />
      <Keeps />
      <Signers />
      <CheckYourself api={api} />
      <p className="actions">
        <Link className="button" href={routes.verify.path}>
          Verify a TrustTag
        </Link>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}

function Proves() {
  return (
    <section className="proves" aria-labelledby="proves">
      <h2 id="proves">What a valid TrustTag shows, and what it does not</h2>
      <div className="columns">
        <div className="card">
          <h3>It shows</h3>
          <ul>
            {proves.shown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div className="card">
          <h3>It does not show</h3>
          <ul>
            {proves.notShown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

function Meaning() {
  return (
    <section className="explained" aria-labelledby="meaning">
      <h2 id="meaning">What “blockchain secured” means here</h2>
      <div className="prose">
        <p>
          A hash-chained public log; not a cryptocurrency. There is no coin, nothing to mine and nothing to buy. Each
          seal, which others would call a block, holds a hash over all entries before it and our signature.
        </p>
        <p>
          We keep the log. What keeps us honest is that others can copy it, and that witnesses remember it: if we
          changed an old entry, or showed two people two different logs, the seals would contradict each other, and each
          is signed by us. The more independent witnesses there are, the sooner that shows. A witness that we run
          ourselves proves less, so it is marked wherever it is named and never counted as independent.
        </p>
        <p>
          A TrustTag is issued once it stands under a seal. If a witness cannot be reached its confirmation comes later;
          the TrustTag does not wait for it, and its check says so until then.
        </p>
      </div>
    </section>
  )
}

function Keeps() {
  return (
    <section className="explained" aria-labelledby="keeps">
      <h2 id="keeps">What the log holds, and what it does not</h2>
      <div className="prose">
        <p>An entry is one line, such as this one, of a TrustTag that was never issued:</p>
        <code className="command">{sampleEntry}</code>
        <p>
          It says that something was issued or revoked, and names it by a hash. A random number goes into every TrustTag
          before it is hashed, so nobody can guess a name and look whether it fits. Only whoever has the file of a
          TrustTag finds its entry.
        </p>
        <p>
          No entry holds a name, a skill, a score or an ID. Private TrustTags have an entry too, and answer as unknown
          everywhere else. When somebody deletes their account the TrustTag is revoked and erased; its hash stays, and
          leads to nobody. See the <Link href={routes.privacy.path}>privacy policy</Link>.
        </p>
      </div>
    </section>
  )
}

function Signers() {
  return (
    <section className="explained" aria-labelledby="signers">
      <h2 id="signers">Who signs, and when keys change</h2>
      <div className="prose">
        <p>
          Two keys of ours, neither of which does the other’s work: one signs TrustTags and the list of revoked ones,
          one signs the log. Each witness has its own. Tests and samples have keys and a log of their own, so that
          nothing made to try the service can ever pass for a TrustTag.
        </p>
        <p>
          Keys are changed from time to time. The new one signs from then on; the old one is destroyed, and its public
          half stays on the list. TrustTags that it signed stay valid.
        </p>
        <p>
          If a key is ever stolen it comes off the list. Nothing that it signed passes a check from then on, and the
          TrustTags among it are issued anew under their IDs.
        </p>
      </div>
    </section>
  )
}
