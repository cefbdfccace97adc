import { describe, expect, it } from 'vitest'
import { forbiddenImports, readImportTable } from './import-table'
import { readTree } from './read-tree'

const files = readTree()
const table = readImportTable(files.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? '')

describe('allowed imports', () => {
  it('are a table in ARCHITECTURE.md with every program', () => {
    expect([...table.keys()].toSorted()).toEqual(['api', 'console', 'host-site', 'widget'])
    expect(table.get('widget')?.get('client')?.has('stores')).toBe(true)
    expect(table.get('widget')?.get('client')?.has('directives')).toBe(false)
  })

  it('are followed by every source file', () => {
    expect(forbiddenImports(files, table)).toEqual([])
  })

  const small = readImportTable('widget : lib · public → stores | transport → client\nsite : ui → pages')

  it.each([
    ['widget/stores/a.ts', "import { b } from '../client/b'", 'an arrow backwards'],
    ['widget/stores/a.ts', "import type { B } from '../transport/b'", 'a sibling'],
    ['widget/stores/a.ts', "const b = await import('../client/b')", 'a lazy import'],
    ['widget/stores/a.ts', "export { b } from '../client/b'", 'a re-export'],
    ['widget/stores/a.ts', "import {\n  b,\n  c,\n} from '../client/b'", 'an import over several lines'],
    ['widget/stores/a.ts', "import '../client/b'", 'an import for its effects'],
    ['widget/client/a.ts', "import { b } from '../attic/b'", 'a module that the table does not know'],
    ['widget/client/a.ts', "import { b } from '../../api/domain/b'", 'another program'],
    ['widget/client/a.ts', "import { signup } from '../../contract/schemas/auth'", 'a validator in the browser'],
    ['host-site/ui/a.ts', "import { type App } from '../../contract/entities'", 'an import that is not erased'],
    ['host-site/ui/a.ts', "import { b } from '../../widget/public'", 'a value from the type file'],
    ['host-site/ui/a.ts', "import type { B } from '../../widget/client/b'", 'the widget from the site'],
    ['contract/limits.ts', "import type { B } from '../api/ports/b'", 'anything into the contract'],
    ['console/data/a.ts', "import { adminSchemas } from '../../contract/admin/schemas'", 'a validator in the console'],
    ['console/ui/a.ts', "import { b } from '../../widget/client/b'", 'the widget from the console'],
    ['commands/a.mjs', "import { b } from '../tests/support/b'", 'a test from a command'],
  ])('%s would be refused: %s (%s)', (path, text) => {
    expect(forbiddenImports([{ path, text }], small)).toHaveLength(1)
  })

  it.each([
    ['widget/client/a.ts', "import { b } from '../stores/b'\nimport { c } from './c'"],
    ['widget/lib/a.ts', "import type { B } from '../public'"],
    [
      'widget/client/a.ts',
      "import type { App } from '../../contract/entities'\nimport { X } from '../../contract/limits'",
    ],
    ['host-site/ui/a.ts', "import type { Member } from '../../widget/public'\nimport react from 'react'"],
    ['commands/serve/a.ts', "import { readConfig } from '../../api/config'"],
    ['tests/a.test.ts', "import { b } from '../widget/client/b'"],
  ])('%s may: %s', (path, text) => {
    expect(forbiddenImports([{ path, text }], small)).toEqual([])
  })
})
