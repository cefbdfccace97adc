import { VerifyTool } from '../features/verify/verify-tool'
import { useSiteApi } from '../lib/site-api'
import { routes } from '../paths'
import { Page } from '../ui/page'

const meanings = [
  {
    title: 'Valid',
    text: 'TrustTag signed it, nothing was changed, it is in the public log, and it has not been revoked. Your browser checked all of this itself.',
  },
  { title: 'Revoked or expired', text: 'It was issued, but is no longer valid.' },
  {
    title: 'Altered or not issued by TrustTag',
    text: 'What you have is not what we signed, or is not from us. Do not rely on it.',
  },
  {
    title: 'Not in the public log',
    text: 'Nothing shows that it was issued: its proof belongs to something else.',
  },
  {
    title: 'Signed by TrustTag, not fully checked yet',
    text: 'TrustTag signed it, but its proof or the revocation list could not be reached. Check again when you are online.',
  },
  { title: 'Invalid', text: 'We cannot show a TrustTag with this ID: none exists, or its holder keeps it private.' },
] as const

export function VerifyPage() {
  const api = useSiteApi()
  return (
    <Page {...routes.verify}>
      <VerifyTool api={api} />
      <section className="meanings" aria-labelledby="meanings">
        <h2 id="meanings">What a result means</h2>
        <dl>
          {meanings.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="soft">
          A TrustTag is the result of an online knowledge test without supervision. It is not a license or a promise of
          work.
        </p>
      </section>
    </Page>
  )
}
