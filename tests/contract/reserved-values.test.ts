import { expect, test } from 'vitest'
import { reservedFieldKeys, reservedGroupKeys } from '../../contract/reserved-values'
import { attributeRows } from '../../widget/attributes'

test('what means something by itself in a page is what no group and no field may be called', () => {
  expect(reservedGroupKeys.toSorted()).toEqual([...attributeRows.content.values].toSorted())
  expect(reservedFieldKeys.toSorted()).toEqual([...attributeRows.member.values].toSorted())
})
