import type { SocialProviderKey } from '../../../contract/providers'

/** Own drawings in the providers' colours, on 24 by 24. Each brings its ground along, so that it shows on any page. */
const marks: Record<SocialProviderKey, string> = {
  facebook: `<circle cx="12" cy="12" r="12" fill="#0866ff"/>
<path d="M16.2 6.1h-1.5c-1.6 0-2.4.9-2.4 2.5V24M8.8 12.4h6.9" fill="none" stroke="#fff" stroke-width="2.9"/>`,
  google: `<circle cx="12" cy="12" r="12" fill="#fff"/>
<g fill="none" stroke-width="3.2" transform="translate(-4.2 -4.2) scale(1.35)">
<path d="M16.1 7.9a5.8 5.8 0 0 0-9.15 1.2" stroke="#ea4335"/>
<path d="M6.95 9.1a5.8 5.8 0 0 0 0 5.8" stroke="#fbbc04"/>
<path d="M6.95 14.9a5.8 5.8 0 0 0 8.6 1.7" stroke="#34a853"/>
<path d="M15.55 16.6a5.8 5.8 0 0 0 2.2-4.4H12" stroke="#4285f4"/>
</g>`,
  linkedin: `<rect width="24" height="24" rx="4" fill="#0a66c2"/>
<circle cx="6.6" cy="6.4" r="1.9" fill="#fff"/>
<path d="M6.6 9.7V19M11.4 19v-9.3m0 4.5c0-2.1 1.1-3.2 2.8-3.2s2.8 1.1 2.8 3.2V19" fill="none" stroke="#fff" stroke-width="3"/>`,
  spotify: `<circle cx="12" cy="12" r="12" fill="#1ed760"/>
<path d="M5.4 8.5c4.6-1.4 9.5-.9 13.5 1.4M6.1 12.4c3.9-1.1 7.9-.7 11.3 1.2M6.8 16c3.2-.9 6.3-.5 9 1" fill="none" stroke="#121212" stroke-width="2" stroke-linecap="round"/>`,
  dribbble: `<circle cx="12" cy="12" r="12" fill="#ea4c89"/>
<g fill="none" stroke="#fff" stroke-width="1.6">
<circle cx="12" cy="12" r="7.7"/>
<path d="M9 4.9c2.9 3.8 4.9 8.4 5.7 13.9M4.4 11c5.3.1 9.7-1 13.2-4.3M6.7 17.5c2.6-4.2 7.3-6.2 13-4.8"/>
</g>`,
  github: `<circle cx="12" cy="12" r="12" fill="#24292f"/>
<path d="M7.3 5.6 9.9 7a8.5 8.5 0 0 1 4.2 0l2.6-1.4c.5 1.1.5 2.1.3 2.9a5 5 0 0 1 1.3 3.4c0 3.6-2.3 4.8-4.5 5.1.6.6.9 1.3.9 2.4V24H9.3v-2.5c-2 .4-2.9-.5-3.6-1.6-.4-.6-.9-1-1.4-1.2 1.8-.5 2.5 2 5 1.3 0-.8.4-1.4.9-1.9-2.2-.3-4.5-1.5-4.5-5.1A5 5 0 0 1 7 8.5c-.2-.8-.2-1.8.3-2.9Z" fill="#fff"/>`,
}

/** A key, for providers that an owner brings along. */
const key = `<circle cx="12" cy="12" r="12" fill="#4a5568"/>
<g fill="none" stroke="#fff" stroke-width="2">
<circle cx="8.6" cy="12" r="3.3"/>
<path d="M11.9 12h7.6v3.4M16 12v2.6"/>
</g>`

/** The mark of a provider as an SVG document. */
export const providerIcon = (provider: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">
${isKnown(provider) ? marks[provider] : key}
</svg>
`

const isKnown = (provider: string): provider is SocialProviderKey => Object.hasOwn(marks, provider)
