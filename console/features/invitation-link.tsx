import type { AdminOutput } from '../../contract/admin/schemas'
import { teamTexts } from '../texts/english/team'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { CodeBlock } from '../ui/page'

interface InvitationLinkProps {
  invitation: AdminOutput<'inviteStaff'>
  onClose: () => void
}

/** The link of a new invitation, shown only this once: it also works without a mail server. */
export function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const t = useTexts(teamTexts)
  const { email, link, isMailed } = invitation
  return (
    <Dialog
      isOpen
      isModal
      onClose={onClose}
      title={t.linkTitle}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t.done}
        </Button>
      }
    >
      <p>{isMailed ? t.linkMailed({ email }) : t.linkText({ email })}</p>
      <CodeBlock label={t.link} code={link} />
    </Dialog>
  )
}
