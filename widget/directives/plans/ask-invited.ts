import { errorText } from '../../lib/errors'
import { forgetInvite, markInviteUsed } from '../../storage/pending'
import { $member } from '../../stores/identity'
import { waitUntilReady } from '../../stores/app'
import type { DirectiveContext } from '../directive'

/** Asks a member who has opened an invite link whether to join. A visitor's sign-up or login will use it unasked. */
export async function askInvited(
  { client, window }: Pick<DirectiveContext, 'client' | 'window'>,
  inviteToken: string,
): Promise<void> {
  await waitUntilReady()
  if (!$member.get()) return
  try {
    const { type } = await client.openModal('JOIN_TEAM', { inviteToken })
    // What it says of the success stays: nothing on the page may tell that a team was joined.
    if (type === 'JOIN_TEAM') markInviteUsed(window, inviteToken)
    else forgetInvite(window)
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
}
