import { Link } from 'wouter'
import { logSteps, proves, sampleEntry } from '../content/transparency'
import { CheckYourself, LogNow } from '../features/transparency/log-now'
import { useSiteApi } from '../lib/site-api'
import { routes } from '../paths'
import { Drawing } from '../ui/drawing'
import { Page } from '../ui/page'

export function TransparencyPage() {
  const api = useSiteApi()
  return (
    <Page {...routes.transparency} eyebrow="Blockchain secured, in plain words">
      <figure className="log-drawing">
        <Drawing name="chain" />
        <figcaption>Hashes in a row, and a seal over everything before it.</figcaption>
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
          It is a hash-chained public log, not a cryptocurrency: no coin, no mining, nothing to buy. Each seal, which
          others would call a block, contains a hash over all entries before it and our signature.
        </p>
        <p>
          We run the log. Others keep us honest: anyone can copy it, and witnesses remember it. If we changed an old
          entry, or showed two people different logs, the seals would contradict each other, and our signature is on
          each of them. The more independent witnesses there are, the sooner this is noticed. A witness that we run
          ourselves proves less, so it is labeled wherever it is named and never counted as independent.
        </p>
        <p>
          A TrustTag is issued once a seal covers it. If a witness cannot be reached, its confirmation comes later. The
          TrustTag does not wait for it, and its check says so until then.
        </p>
      </div>
    </section>
  )
}

function Keeps() {
  return (
    <section className="explained" aria-labelledby="keeps">
      <h2 id="keeps">What the log contains, and what it does not</h2>
      <div className="prose">
        <p>An entry is one line. This one is for a TrustTag that was never issued:</p>
        <code className="command">{sampleEntry}</code>
        <p>
          It says that something was issued or revoked, and identifies it by a hash. Every TrustTag contains a random
          number when it is hashed, so no one can guess a name and test the guess. Only someone with the file of a
          TrustTag can find its entry.
        </p>
        <p>
          No entry contains a name, a skill, a score or an ID. Private TrustTags have an entry too, but every other
          lookup treats them as unknown. When a holder deletes their account, the TrustTag is revoked and erased. Its
          hash stays, but identifies no one. See the <Link href={routes.privacy.path}>privacy policy</Link>.
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
          We use two separate keys: one signs TrustTags and the revocation list, the other signs the log. Each witness
          has its own key. Tests and samples have their own keys and log, so nothing made to try the service can pass
          for a TrustTag.
        </p>
        <p>
          We change keys from time to time. The new key signs from then on. The old one is destroyed, but its public
          half stays on the list, so TrustTags that it signed stay valid.
        </p>
        <p>
          If a key is ever stolen, we remove it from the list. Nothing that it signed passes a check from then on, and
          its genuine TrustTags are issued again under the same IDs.
        </p>
      </div>
    </section>
  )
}
