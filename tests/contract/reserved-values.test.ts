import { expect, test } from 'vitest'
import { reservedFieldKeys, reservedGroupKeys } from '../../contract/reserved-values'
import { attributeValues } from '../../widget/attributes'

test('what means something by itself in a page is what no group and no field may be called', () => {
  expect(reservedGroupKeys.toSorted()).toEqual([...attributeValues.content].toSorted())
  expect(reservedFieldKeys.toSorted()).toEqual([...attributeValues.member].toSorted())
})
