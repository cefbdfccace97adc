// The build for script tags, which starts by itself once the page has been parsed.
import 'alpinejs/dist/cdn.min.js'

declare global {
  interface Window {
    Alpine: { data(name: string, create: () => object): void }
  }
}

/** What the page of ours knows once its member is there; Alpine's has it from the start and asks no server. */
document.addEventListener('alpine:init', () => {
  window.Alpine.data('page', () => ({
    member: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      company: 'Analytical',
      email: 'ada@example.com',
      verified: false,
      hasPassword: true,
      trialing: false,
      admin: false,
    },
    plans: [],
    open() {},
    logout() {},
    save() {},
  }))
})
