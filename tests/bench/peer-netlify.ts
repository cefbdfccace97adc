import 'netlify-identity-widget'

export interface NetlifyIdentity {
  open(tab: 'login'): void
  on(event: 'init', show: (user: object | null) => void): void
}

declare global {
  interface Window {
    netlifyIdentity?: NetlifyIdentity
  }
}

// The bundle starts by itself and sets its one global object.
document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('open')?.addEventListener('click', () => window.netlifyIdentity?.open('login'))
})
