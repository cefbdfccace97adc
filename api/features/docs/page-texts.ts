import { pageTexts } from '../../http/page-texts'

/** Around the documents. */
export const { text, markup } = pageTexts({
  title: 'Documentation',
  documentTitle: '{title} · Documentation',
  skip: 'Skip to content',
  contents: 'On this page',
  neighbours: 'Next and previous',
  previous: 'Previous',
  next: 'Next',
  tools: 'For tools',
  openApi: 'Both APIs as OpenAPI 3.1.',
  declarations: 'TypeScript declarations of the global object.',
  missing: 'Not found',
  missingTitle: 'Page not found',
  missingNext: 'It may have been renamed. {link}',
  seeAll: 'See all documentation.',
})
