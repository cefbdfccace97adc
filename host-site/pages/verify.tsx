import { useSiteApi } from '../features/messages/site-api-context'
import { VerifyTool } from '../features/verify/verify-tool'
import { routes } from '../paths'
import { Page } from '../ui/page'

const meanings = [
  { title: 'Valid', text: 'We issued this TrustTag to this person, and it still counts.' },
  { title: 'Revoked or expired', text: 'It was issued once and no longer counts.' },
  { title: 'Invalid', text: 'No TrustTag with this ID can be shown: there is none, or its holder keeps it private.' },
] as const

export function VerifyPage() {
  const { verify } = useSiteApi()
  return (
    <Page {...routes.verify}>
      <VerifyTool verify={verify} />
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
