import { fileSizeTooLarge, invalidFileType, loginRequired } from '../../../contract/browser-errors'
import { imageProblem } from '../../lib/input'
import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import { onPress } from './on-press'
import { pickImage } from './pick-image'
import { actionRunner } from './run-action'

const problems = { type: invalidFileType, size: fileSizeTooLarge }

/** `data-ms-action="profile-image"`: lets a member choose a picture and uploads it. */
export const profileImage: Mount = (element, context) => {
  const { client, document, signal } = context
  const run = actionRunner(element, context)
  const upload = async (file: File): Promise<void> => {
    const problem = imageProblem(file)
    if (problem) return client._showMessage(problems[problem].message, true)
    const { message } = await client.updateMemberProfileImage({ profileImage: file })
    if (message) client._showMessage(message)
  }
  onPress(element, context, () => {
    if ($member.get() === null) client._showMessage(loginRequired.message, true)
    else pickImage(document, signal, (file) => run(() => upload(file)))
  })
}
