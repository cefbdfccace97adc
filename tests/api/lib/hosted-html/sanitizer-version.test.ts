import * as v from 'valibot'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commentSchema } from '../../../../api/features/comments/content'
import { htmlSchema, sanitizeHtml, SANITIZER_VERSION } from '../../../../api/lib/html'
import { projectRoot } from '../../../support/run-process'

/** Everything that decides what the sanitizer allows. */
const parts = ['parse5', 'hast-util-from-html', 'hast-util-from-parse5', 'hast-util-sanitize', 'hast-util-to-html']
const lockFile = v.object({ packages: v.record(v.string(), v.object({ version: v.optional(v.string()) })) })

/** Typical content. */
const corpus = [
  '<p onclick=x style=y id=z name=n class=c data-x=1 data-ms-form=login>a<script>1</script></p>',
  '<a href="java\tscript:1" rel=opener target=_top>a</a><a href=//b.example title=t>b</a><img src=data:,x srcset=y>',
  '<svg><style><img src=x onerror=1></style></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;">',
  '<table><a></table><p><noscript><p title="</noscript><img src=x>"><template><b>t</b></template><form><input>',
  '<b>a<p>b</b>c</p><ul><li>1<li>2</ul><td>x</td><pre>\n\ny</pre>1 < 2 &amp; "3" &copy; <iframe srcdoc=x></iframe>',
]

async function digest(): Promise<string> {
  const { packages } = v.parse(lockFile, JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')))
  const versions = parts.map((name) => {
    const version = packages[`node_modules/${name}`]?.version
    if (version === undefined) throw new Error(`${name} is no longer installed.`)
    return [name, version]
  })
  const results: unknown[] = []
  for (const html of corpus) results.push(await sanitizeHtml(html), await sanitizeHtml(html, { schema: commentSchema }))
  const all = JSON.stringify([htmlSchema, commentSchema, versions, results])
  return createHash('sha256').update(all).digest('base64url').slice(0, 12)
}

/**
 * A new digest with an old number would send stored results of the earlier sanitizer. If less is allowed now, or HTML is read differently,
 * raise SANITIZER_VERSION; then store the digest here.
 */
test('a changed sanitizer has a new version', async () => {
  expect({ [SANITIZER_VERSION]: await digest() }).toEqual({ 1: 'z8PgLpnDe5kc' })
})
