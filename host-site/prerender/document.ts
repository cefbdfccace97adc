import type { RouteName } from '../paths'
import { API_URL } from './addresses'
import { escapeHtml } from './escape-html'

const MEMBERSHIP_APP = 'app_trusttag'

export interface PrerenderedPage {
  name: RouteName
  /** Path of the HTML file inside the site's folder. */
  file: string
  /** HTML of the head that is the page's own. */
  head: readonly string[]
  /** HTML of the page; goes into the document as it is. */
  body: string
}

/** Addresses of the built client files. */
export interface ClientAssets {
  script: string
  /** What the script loads before anything shows: what it shares, and the page's own. */
  imports: readonly string[]
  styles: readonly string[]
  /** What the first paint needs. */
  fonts: readonly string[]
}

/**
 * A whole HTML document. No script or style in it is inline, so a strict content security policy holds. The page's own
 * script stands before the membership script: both wait for the document, in this order, and the page must not wait for the
 * membership server.
 */
export function renderDocument({ head, body }: PrerenderedPage, assets: ClientAssets): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${[...head, ...links(assets), ...scripts(assets)].join('\n    ')}
  </head>
  <body>
    <div id="root">${body}</div>
  </body>
</html>
`
}

/** The fonts come first: a font that is there at the first paint is used, one that comes later is not. */
function links({ fonts, styles, imports }: ClientAssets): string[] {
  return [
    ...fonts.map((href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin />`),
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" />`),
    ...imports.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}" />`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
  ]
}

function scripts({ script }: ClientAssets): string[] {
  return [
    `<script type="module" src="${escapeHtml(script)}"></script>`,
    // The inspector checks attributes in the pages' markup. These pages have none: they call the script's methods.
    `<script src="${API_URL}/membership.js" data-memberstack-app="${MEMBERSHIP_APP}" data-ms-inspector="off" defer></script>`,
  ]
}
