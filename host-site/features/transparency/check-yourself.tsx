import { Link } from 'wouter'
import { proofPaths } from '../../../contract/proof-paths'
import { publicFiles } from '../../content/transparency'
import type { SiteApi } from '../../lib/site-api'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'

/** From a look at a page to a witness of one's own. */
export function CheckYourself({ api }: { api: Pick<SiteApi, 'addressOfFile'> }) {
  // Where the API is, only the page knows that is served.
  const isHydrated = useHydrated()
  const addressOf = (path: string): string | null => (isHydrated ? api.addressOfFile(path) : null)
  return (
    <section className="explained" aria-labelledby="check">
      <h2 id="check">Check it yourself</h2>
      <div className="prose">
        <dl className="ways">
          <div>
            <dt>One TrustTag</dt>
            <dd>
              <Link href={routes.verify.path}>Type in its ID</Link>, or drop its file there. The check runs in your
              browser.
            </dd>
          </div>
          <div>
            <dt>One file, in a terminal</dt>
            <dd>
              With the program of this service: <Command text="npm run verify-tag -- file.json" />
              Other programs can do it too: it is an Open Badges 3.0 credential with proofs of the W3C.
            </dd>
          </div>
          <div>
            <dt>The whole log</dt>
            <dd>
              This reads every entry, builds the tree anew and compares it with what it saw before:
              <Command text={`npm run audit-log -- ${addressOf(proofPaths.live.log) ?? '<address of the log>'}`} />
            </dd>
          </div>
          <div>
            <dt>From now on</dt>
            <dd>
              Whoever has a machine of their own can be a witness: <Command text="npm run witness" />
              Then <Link href={routes.contact.path}>write to us</Link>: we list independent witnesses by name.
            </dd>
          </div>
        </dl>
        <PublicFiles addressOf={addressOf} />
      </div>
    </section>
  )
}

/** @param addressOf null while nobody knows where the API is */
function PublicFiles({ addressOf }: { addressOf: (path: string) => string | null }) {
  return (
    <>
      <h3>The files behind it</h3>
      <p>
        Without a key and from anywhere. Tests and samples have theirs in{' '}
        <span className="code">{proofPaths.test.log}</span>.
      </p>
      <ul className="public-files">
        {publicFiles.map(({ path, text }) => {
          const address = addressOf(path)
          return (
            <li key={path}>
              {address === null ? <span className="code">{path}</span> : <FileLink {...{ address, path }} />}
              <span className="soft">{text}</span>
            </li>
          )
        })}
      </ul>
      <p>
        Below the log stand its tiles, as <a href="https://c2sp.org/tlog-tiles">c2sp.org/tlog-tiles</a> lays them out:
        the hashes of the tree in <span className="code">tile/0/000</span> and on, the entries themselves in{' '}
        <span className="code">tile/entries/000</span> and on, 256 to a file.
      </p>
    </>
  )
}

const FileLink = ({ address, path }: { address: string; path: string }) => (
  <a className="code" href={address}>
    {path}
  </a>
)

const Command = ({ text }: { text: string }) => <code className="command">{text}</code>
