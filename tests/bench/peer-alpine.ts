// The build for script tags; it starts after the page has been parsed.
import 'alpinejs/dist/cdn.min.js'

declare global {
  interface Window {
    Alpine: { data(name: string, create: () => object): void }
  }
}

/** The data that our page gets with the member. Alpine's page has it from the start and calls no server. */
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
