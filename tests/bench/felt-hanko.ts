import { register } from '@teamhanko/hanko-elements'

document.addEventListener('DOMContentLoaded', () => void start())

/** As Hanko's guide for pages without a framework: a session check, then the right side. */
async function start(): Promise<void> {
  const { hanko } = await register(location.origin)
  document.getElementById('open')?.addEventListener('click', () => {
    document.body.append(document.createElement('hanko-auth'))
  })
  const { is_valid: isMember } = await hanko.validateSession()
  document.getElementById(isMember ? 'for-members' : 'for-visitors')?.removeAttribute('hidden')
}
