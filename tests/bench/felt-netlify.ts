import 'netlify-identity-widget'
import type { NetlifyIdentity } from './peer-netlify'

// The bundle sets its one global object and starts by itself.
const identity: NetlifyIdentity | undefined = window.netlifyIdentity
identity?.on('init', (user) => {
  document.getElementById(user ? 'for-members' : 'for-visitors')?.removeAttribute('hidden')
})
document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('open')?.addEventListener('click', () => identity?.open('login'))
})
