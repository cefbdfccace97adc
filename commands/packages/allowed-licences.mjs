/**
 * Allowed licenses by SPDX identifier. `shipped`: for packages that run in production; `built with`: only for packages
 * that build or test the product.
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
  // Fonts: may be embedded and redistributed, but not sold alone.
  'OFL-1.1': 'shipped',
  // As free as MIT.
  'Python-2.0': 'shipped',
  Unlicense: 'shipped',
  Zlib: 'shipped',
  // Changed files must be published. No such file is shipped.
  'MPL-2.0': 'built with',
}

/**
 * Packages with another license, or with one in another place: what was found and why it is allowed. A name may end in
 * `*`.
 * @type {readonly { name: string, says: string | null, licence: string, why: string }[]}
 */
export const exceptions = [
  {
    name: '@img/sharp-libvips-*',
    says: 'LGPL-3.0-or-later',
    licence: 'LGPL-3.0-or-later',
    why: 'a separate library that is loaded at run time, unchanged and replaceable',
  },
  {
    name: '@img/sharp-win32-*',
    says: 'Apache-2.0 AND LGPL-3.0-or-later',
    licence: 'LGPL-3.0-or-later',
    why: 'contains the same library, for Windows',
  },
  {
    name: '@img/sharp-wasm32',
    says: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    licence: 'LGPL-3.0-or-later',
    why: 'contains the same library, for other platforms',
  },
  {
    name: '@digitalbazaar/credentials-context',
    says: 'SEE LICENSE IN LICENSE.md',
    licence: 'BSD-3-Clause',
    why: 'its context files have the W3C Software and Document License, which has no further terms',
  },
  {
    name: 'mediabunny',
    says: 'MPL-2.0',
    licence: 'MPL-2.0',
    why: 'runs unchanged as a separate package that includes its sources; browsers get none of it',
  },
  { name: 'png-js', says: null, licence: 'MIT', why: 'stated in its file LICENSE' },
]
