import { Link } from 'wouter'
import { proofPaths } from '../../../contract/proof-paths'
import { publicFiles } from '../../content/transparency'
import { useHydrated } from '../../lib/browser'
import type { SiteApi } from '../../lib/site-api'
import { routes } from '../../paths'

export function CheckYourself({ api }: { api: Pick<SiteApi, 'addressOfFile'> }) {
  // The origin of the API is known only after hydration.
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
              <Link href={routes.verify.path}>Enter its ID</Link>, or drop its file there. The check runs in your
              browser.
            </dd>
          </div>
          <div>
            <dt>One file, in a terminal</dt>
            <dd>
              Run our command: <Command text="npm run verify-tag -- file.json" />
              Other programs can check it too: it is an Open Badges 3.0 credential with W3C proofs.
            </dd>
          </div>
          <div>
            <dt>The whole log</dt>
            <dd>
              This reads every entry, rebuilds the tree and compares it with what it saw last time:
              <Command text={`npm run audit-log -- ${addressOf(proofPaths.live.log) ?? '<URL of the log>'}`} />
            </dd>
          </div>
          <div>
            <dt>From now on</dt>
            <dd>
              Anyone with a machine of their own can be a witness: <Command text="npm run witness" />
              Then <Link href={routes.contact.path}>write to us</Link>: we list independent witnesses by name.
            </dd>
          </div>
        </dl>
        <PublicFiles addressOf={addressOf} />
      </div>
    </section>
  )
}

/** @param addressOf returns null until hydrated */
function PublicFiles({ addressOf }: { addressOf: (path: string) => string | null }) {
  return (
    <>
      <h3>The files behind it</h3>
      <p>
        Anyone can fetch them without a key. Those of tests and samples are in{' '}
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
        The log is stored in tiles, as <a href="https://c2sp.org/tlog-tiles">c2sp.org/tlog-tiles</a> specifies: the
        hashes of the tree from <span className="code">tile/0/000</span> on, the entries from{' '}
        <span className="code">tile/entries/000</span> on, 256 per file.
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
