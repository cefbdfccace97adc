import { join } from 'node:path'
import { bundle } from '../../support/serve-fixtures'
import { projectRoot } from '../../support/run-process'
import { serveHtml, type ServedPage } from '../../e2e/serve-html'

/**
 * A site on its own origin whose page loads `@memberstack/dom`, bundled like a site's own build. Every path serves that page.
 */
export async function serveClientSite(): Promise<ServedPage> {
  const script = await bundle(join(projectRoot, 'tests/conformance/dom/page/published-client.ts'))
  return serveHtml(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A page with the published client</title>
    <link rel="icon" href="data:," />
    <script>
${script.replaceAll('</script', '<\\/script')}
    </script>
  </head>
  <body>
    <button type="button">Go</button>
  </body>
</html>`)
}
