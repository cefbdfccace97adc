import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Hallmarks } from '../../../host-site/ui/hallmarks'

const lettersOf = (holder: string) =>
  [
    ...renderToStaticMarkup(<Hallmarks holder={holder} score={87} issued="5 June 2026" />).matchAll(
      /<text[^>]*>([^<]*)/g,
    ),
  ].map(([, letters]) => letters)

it('says whose a TrustTag is, how good and when; the mark of the office has no letters', () => {
  expect(lettersOf('Maria del Carmen Alvarez')).toEqual(['MA', '87', '26'])
})

it('is silent to readers, who have the same in words', () => {
  const markup = renderToStaticMarkup(<Hallmarks holder="Ann Lee" score={87} issued="5 June 2026" />)
  expect(markup.match(/<svg/g)).toHaveLength(4)
  expect(markup.match(/<svg[^>]*aria-hidden="true"/g)).toHaveLength(4)
})
