import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Hallmarks } from '../../../host-site/ui/credential'

const lettersOf = (holder: string) =>
  [
    ...renderToStaticMarkup(<Hallmarks holder={holder} score={87} issued="5 June 2026" />).matchAll(
      /<text[^>]*>([^<]*)/g,
    ),
  ].map(([, letters]) => letters)

it('has the text of holder, score and date; the office’s mark has no letters', () => {
  expect(lettersOf('Maria del Carmen Alvarez')).toEqual(['MA', '87', '26'])
})

it('is hidden from screen readers, which get the same facts as text', () => {
  const markup = renderToStaticMarkup(<Hallmarks holder="Ann Lee" score={87} issued="5 June 2026" />)
  expect(markup.match(/<svg/g)).toHaveLength(4)
  expect(markup.match(/<svg[^>]*aria-hidden="true"/g)).toHaveLength(4)
})
