/**
 * Where the membership script is in development. The site server replaces it by its own setting as it serves a page,
 * so it stands in HTML only and never in a script.
 */
const API_URL = 'http://localhost:4001'
const MEMBERSHIP_APP = 'app_trusttag'

export interface PrerenderedPage {
  /** Path of the HTML file inside the site's folder. */
  file: string
  title: string
  description: string
  /** HTML of the page; goes into the document as it is. */
  body: string
}

/** Addresses of the built client files. */
export interface ClientAssets {
  script: string
  styles: string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)

/**
 * A whole HTML document. Nothing in it is inline, so a strict content security policy holds. The page's own script
 * stands before the membership script: both wait for the document, in this order, and the page must not wait for the
 * membership server.
 */
export function renderDocument(page: PrerenderedPage, { script, styles }: ClientAssets): string {
  const { title, description, body } = page
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)}</title>
    <meta name="description" content="${escape(description)}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
${styles.map((href) => `    <link rel="stylesheet" href="${escape(href)}" />`).join('\n')}
    <script type="module" src="${escape(script)}"></script>
    <script src="${API_URL}/membership.js" data-memberstack-app="${MEMBERSHIP_APP}" defer></script>
  </head>
  <body>
    <div id="root">${body}</div>
  </body>
</html>
`
}
