import 'netlify-identity-widget'

declare global {
  interface Window {
    netlifyIdentity?: { open: (tab: 'login') => void }
  }
}

// The bundle starts by itself and puts its one object on the page.
document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('open')?.addEventListener('click', () => window.netlifyIdentity?.open('login'))
})
