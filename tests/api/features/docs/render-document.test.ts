import { describe, expect, test } from 'vitest'
import { renderDocument } from '../../../../api/features/docs/documents'

const targets = { names: new Set(['install', 'inspector']), demoUrl: 'https://demo.example' }
const render = (markdown: string) => renderDocument(markdown, targets)
const html = async (markdown: string): Promise<string> => (await render(markdown)).html

describe('a document', () => {
  test('is known by its title, its first paragraph and its sections', async () => {
    const markdown = '# The *tag*\n\nWhere `it` goes.\n\n## First part\n\ntext\n\n### Small\n\n## Second part'
    expect(await render(markdown)).toMatchObject({
      title: 'The tag',
      summary: 'Where it goes.',
      sections: [
        { id: 'first-part', title: 'First part' },
        { id: 'second-part', title: 'Second part' },
      ],
    })
    expect(await html(markdown)).not.toContain('<h1')
  })

  test.each([
    ['## broken-plan-button', 'broken-plan-button'],
    ['## `data-ms-content`', 'data-ms-content'],
    ['## Plans, prices & more', 'plans-prices--more'],
    ['## What’s new? Überall!', 'whats-new-überall'],
  ])('%s is linked as on GitHub', async (markdown, id) => {
    expect(await html(markdown)).toContain(`id="${id}"`)
  })

  test('tells headings of one name apart', async () => {
    expect([...(await html('## A\n\n## A\n\n### A')).matchAll(/id="([^"]+)"/gu)].map(([, id]) => id)).toEqual([
      'a',
      'a-1',
      'a-2',
    ])
  })

  test.each([
    ['install.md', '/docs/install'],
    ['./install.md#going-live', '/docs/install#going-live'],
    ['#below', '#below'],
    ['../demo-pages/forms/login.html', 'https://demo.example/forms/login.html'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
  ])('a link to %s leads to %s', async (href, served) => {
    expect(await html(`[there](${href})`)).toBe(`<p><a href="${served}">there</a></p>\n`)
  })

  test.each(['../widget/public.ts', 'unknown.md', '../README.md', 'javascript:alert(1)', 'install.md/../../x'])(
    'what is not served is not linked: %s',
    async (href) => {
      expect(await html(`[there](${href})`)).toBe('<p><span>there</span></p>\n')
    },
  )

  test('a table scrolls in a frame that the keyboard reaches, named for its section', async () => {
    const table = '| a | b |\n| - | - |\n| 1 | 2 |'
    const written = await html(`## Limits\n\n${table}\n\n${table}`)
    expect(written).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table 1: Limits"><table>')
    expect(written).toContain('aria-label="Table 2: Limits"')
  })

  test('names the demo pages where they are', async () => {
    expect(await html('See http://localhost:4002.')).toContain(
      '<a href="https://demo.example">https://demo.example</a>',
    )
  })

  test('links no demo page where none is served', async () => {
    const { html: written } = await renderDocument('See http://localhost:4002 and [it](../demo-pages/a.html).', {
      ...targets,
      demoUrl: null,
    })
    expect(written).toBe('<p>See <span>http://localhost:4002</span> and <span>it</span>.</p>\n')
  })

  test('code is shown, never run', async () => {
    const written = await html(
      '```html\n<script>alert(1)</script>\n```\n\n<script>alert(2)</script><b onclick="x()">b</b>',
    )
    expect(written).toContain('&#x3C;script>alert(1)&#x3C;/script>')
    expect(written).not.toMatch(/<script|onclick|alert\(2\)/u)
  })

  test('may be empty', async () => {
    expect(await render('')).toEqual({ title: '', summary: '', sections: [], html: '' })
  })
})
