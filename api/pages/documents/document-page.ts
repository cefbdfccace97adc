import { html, raw } from 'hono/html'
import { DOCUMENTS_PATH } from '../../domain/documents/document-link'
import type { NamedDocument, RenderedDocument } from '../../domain/documents/render-document'
import type { Html } from '../layout'
import { DOCUMENTS_STYLESHEET_PATH } from './documents-stylesheet'

/** One document, with a list of its sections before it. */
export const documentPage = ({ title, sections, html: content }: RenderedDocument): Html =>
  frame(
    title,
    html`<h1>${title}</h1>
      ${sections.length > 2 ? contents(sections) : ''}
      <article>${raw(content)}</article>`,
  )

const contents = (sections: RenderedDocument['sections']): Html =>
  html`<nav class="contents" aria-label="On this page">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`

/** Every document with the sentence it begins with. */
export const documentIndexPage = (documents: readonly NamedDocument[]): Html =>
  frame(
    'Documentation',
    html`<h1>Documentation</h1>
      <ul class="documents">
        ${documents.map(
          ({ name, document: { title, summary } }) =>
            html`<li>
              <a href="${DOCUMENTS_PATH}/${name}">${title}</a>
              ${summary ? html`<p>${firstSentence(summary)}</p>` : ''}
            </li>`,
        )}
      </ul>`,
  )

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
