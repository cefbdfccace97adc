import { useScope } from '../../data/console'
import { RequireRight } from '../../features/access'
import { CredentialCards } from '../../features/credential-forms'
import { appPath } from '../../lib/paths'
import { credentialTexts } from '../../texts/english/credentials'
import { useTexts } from '../../texts/texts'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'

/** Accounts of the app at Stripe and a mail server, in this mode. */
export default function CredentialsScreen() {
  const t = useTexts(credentialTexts)
  const { appId, mode } = useScope()
  const texts = {
    test: {
      summary: t.summaryTest,
      others: t.otherTest,
    },
    live: {
      summary: t.summaryLive,
      others: t.otherLive,
    },
  }
  const { summary, others } = texts[mode]
  return (
    <>
      <PageHeader
        title={t.title}
        summary={summary}
        actions={<LinkButton href={appPath(appId, 'go-live')}>{t.toGoLive}</LinkButton>}
      />
      <RequireRight right="credentials.write">
        <div className="stack">
          <p className="muted">{others}</p>
          {/* What was typed for one mode never goes to the other. */}
          <CredentialCards key={mode} />
        </div>
      </RequireRight>
    </>
  )
}
