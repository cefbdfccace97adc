import { Button } from '../ui/button'
import { ConnectedAccounts } from './connected-accounts'
import { DeleteAccount } from './delete-account'
import { EmailForm } from './email-form'
import type { PanelProps } from './panel'
import { viewTitle } from './view-title'

export function SecurityTab(props: PanelProps) {
  const { app, member, texts, show } = props
  return (
    <>
      <EmailForm {...props} />
      <section className="security-part">
        <h3>{texts.password}</h3>
        <Button look="secondary" onClick={() => show('changePassword')}>
          {viewTitle('changePassword', member, texts, false)}
        </Button>
      </section>
      <ConnectedAccounts {...props} />
      {app.allowMemberSelfDelete && <DeleteAccount {...props} />}
    </>
  )
}
