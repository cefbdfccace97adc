import { VerifyTool } from '../features/verify/verify-tool'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { Page } from '../ui/page'

const meanings = [
  {
    title: 'Valid',
    text: 'TrustTag signed it, nothing was changed, it stands in the public log, and it was not revoked. Your browser checked that itself.',
  },
  { title: 'Revoked or expired', text: 'It was issued once and no longer counts.' },
  {
    title: 'Altered or not issued by TrustTag',
    text: 'What you hold is not what we signed, or not from us. Do not rely on it.',
  },
  {
    title: 'Not in the public log',
    text: 'Nothing shows that it was issued: its proof is missing, or it is minutes old.',
  },
  { title: 'Invalid', text: 'No TrustTag with this ID can be shown: there is none, or its holder keeps it private.' },
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
          A TrustTag is the result of an online knowledge test without supervision. It is no license and no promise of
          work.
        </p>
      </section>
    </Page>
  )
}
