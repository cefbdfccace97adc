import { html, raw } from 'hono/html'
import type { DocumentGroup } from '../../domain/documents/document-groups'
import { DECLARATIONS_PATH, DOCUMENTS_PATH, OPEN_API_PATH } from '../../domain/documents/document-link'
import type { NamedDocument, RenderedDocument } from '../../domain/documents/render-document'
import type { Html } from '../layout'
import { DOCUMENTS_STYLESHEET_PATH } from './documents-stylesheet'

/** Those before and after a document, in the order of the list. */
export interface Neighbours {
  previous: NamedDocument | undefined
  next: NamedDocument | undefined
}

/** One document, with a list of its sections before it, and the ways to its neighbours behind it. */
export const documentPage = ({ title, sections, html: content }: RenderedDocument, neighbours: Neighbours): Html =>
  frame(
    title,
    html`<h1>${title}</h1>
      ${sections.length > 2 ? contents(sections) : ''}
      <article>${raw(content)}</article>
      ${ways(neighbours)}`,
  )

const ways = ({ previous, next }: Neighbours): Html =>
  html`<nav class="ways" aria-label="Next and previous">
    ${previous ? html`<a rel="prev" href="${addressOf(previous)}"><span>Previous</span> ${previous.document.title}</a>` : ''}
    ${next ? html`<a rel="next" href="${addressOf(next)}"><span>Next</span> ${next.document.title}</a>` : ''}
  </nav>`

const addressOf = ({ name }: NamedDocument): string => `${DOCUMENTS_PATH}/${name}`

const contents = (sections: RenderedDocument['sections']): Html =>
  html`<nav class="contents" aria-label="On this page">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`

/** Every document with the sentence it begins with, by group. */
export const documentIndexPage = (groups: readonly DocumentGroup[]): Html =>
  frame(
    'Documentation',
    html`<h1>Documentation</h1>
      ${groups.map(
        ({ title, documents }) =>
          html`<h2>${title}</h2>
            ${list(documents)}`,
      )}
      <h2>For tools</h2>
      <ul class="documents">
        <li>
          <a href="${OPEN_API_PATH}">openapi.json</a>
          <p>Both APIs as OpenAPI 3.1.</p>
        </li>
        <li>
          <a href="${DECLARATIONS_PATH}">membership.d.ts</a>
          <p>The global object, as TypeScript declares it.</p>
        </li>
      </ul>`,
  )

const list = (documents: readonly NamedDocument[]): Html =>
  html`<ul class="documents">
    ${documents.map(
      (named) =>
        html`<li>
          <a href="${addressOf(named)}">${named.document.title}</a>
          ${named.document.summary ? html`<p>${firstSentence(named.document.summary)}</p>` : ''}
        </li>`,
    )}
  </ul>`

export const missingDocumentPage = (): Html =>
  frame(
    'Not found',
    html`<h1>There is no such page</h1>
      <p>It may have another name now. <a href="${DOCUMENTS_PATH}">See all of the documentation.</a></p>`,
  )

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/su.exec(text)?.[0] ?? text

const frame = (title: string, main: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === 'Documentation' ? title : `${title} · Documentation`}</title>
        <link rel="stylesheet" href="${DOCUMENTS_STYLESHEET_PATH}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <nav aria-label="Documentation"><a href="${DOCUMENTS_PATH}">Documentation</a></nav>
        </header>
        <main id="content" tabindex="-1">${main}</main>
      </body>
    </html>`
