import { describe, expect, it } from 'vitest'
import { initialsOf } from '../../../host-site/lib/format'

describe('the initials', () => {
  it.each([
    ['Ann Lee', 'AL'],
    ['ann', 'A'],
    ['Maria del Carmen Ruiz', 'MR'],
    ['ann@example.com', 'A'],
    ['  ', ''],
    ['𝒜nn Örn', '𝒜Ö'],
  ])('of "%s" are "%s"', (name, initials) => expect(initialsOf(name)).toBe(initials))
})
