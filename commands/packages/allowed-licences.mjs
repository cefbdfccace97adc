/**
 * Licences that a package may have, by SPDX identifier. `shipped`: those of packages that run where the product does; `built with`:
 * those of what only builds or tests it, too.
 * @type {Readonly<Record<string, 'shipped' | 'built with'>>}
 */
export const allowedLicences = {
  '0BSD': 'shipped',
  'Apache-2.0': 'shipped',
  'BlueOak-1.0.0': 'shipped',
  'BSD-2-Clause': 'shipped',
  'BSD-3-Clause': 'shipped',
  'CC0-1.0': 'shipped',
  ISC: 'shipped',
  MIT: 'shipped',
  'MIT-0': 'shipped',
  // Fonts: they may be embedded and passed on, not sold by themselves.
  'OFL-1.1': 'shipped',
  Unlicense: 'shipped',
  Zlib: 'shipped',
  // What is changed of it has to be published. Nothing of it is in what is shipped.
  'MPL-2.0': 'built with',
}

/**
 * Packages whose licence is not in that list, or not where it belongs, with what was found and why that will do. A name may end in `*`.
 * @type {readonly { name: string, says: string | null, licence: string, why: string }[]}
 */
export const exceptions = [
  {
    name: '@img/sharp-libvips-*',
    says: 'LGPL-3.0-or-later',
    licence: 'LGPL-3.0-or-later',
    why: 'a library of its own that is loaded at run time, unchanged, and that anybody can replace',
  },
  {
    name: '@img/sharp-win32-*',
    says: 'Apache-2.0 AND LGPL-3.0-or-later',
    licence: 'LGPL-3.0-or-later',
    why: 'holds the same library, for Windows',
  },
  {
    name: '@img/sharp-wasm32',
    says: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    licence: 'LGPL-3.0-or-later',
    why: 'holds the same library, for machines that sharp is not built for',
  },
  {
    name: '@digitalbazaar/credentials-context',
    says: 'SEE LICENSE IN LICENSE.md',
    licence: 'BSD-3-Clause',
    why: 'its files of contexts have the W3C Software and Document License, which asks for no more',
  },
  {
    name: 'mediabunny',
    says: 'MPL-2.0',
    licence: 'MPL-2.0',
    why: 'runs unchanged, as a package of its own that has its sources in it; nothing of it is in what browsers get',
  },
  { name: 'png-js', says: null, licence: 'MIT', why: 'stands in its file LICENSE' },
]
