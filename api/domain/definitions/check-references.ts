import { PLAN_ID_PREFIX } from '../../../contract/limits'
import { reservedFieldKeys, reservedGroupKeys } from '../../../contract/reserved-values'

/** What of a definition names, or is named by, another part of it. */
export interface Referring {
  plans: readonly { id: string; prices: readonly { id: string }[] }[]
  customFields: readonly { key: string }[]
  contentGroups: readonly { key: string; plans: readonly string[] }[]
  contents: readonly { id: string; group: string }[]
}

export interface Problem {
  /** Names and indexes from the definition's root: `['contents', 2, 'group']`. */
  path: (string | number)[]
  message: string
}

interface Named {
  name: string
  path: Problem['path']
}

/** What is wrong between the parts of a definition: names given twice, names that lead nowhere, and reserved names. */
export function checkReferences({ plans, customFields, contentGroups, contents }: Referring): Problem[] {
  const planIds = new Set(plans.map(({ id }) => id))
  const groupKeys = new Set(contentGroups.map(({ key }) => key))
  const prices = plans.flatMap(({ prices: own }, plan) =>
    own.map(({ id }, price): Named => ({ name: id, path: ['plans', plan, 'prices', price, 'id'] })),
  )
  const fieldKeys = customFields.map(({ key }, index): Named => ({ name: key, path: ['customFields', index, 'key'] }))
  const keys = contentGroups.map(({ key }, index): Named => ({ name: key, path: ['contentGroups', index, 'key'] }))
  return [
    ...findTwice(plans.map(({ id }, index): Named => ({ name: id, path: ['plans', index, 'id'] }))),
    ...findTwice(prices),
    ...findTwice(fieldKeys),
    ...findTwice(keys),
    ...findTwice(contents.map(({ id }, index): Named => ({ name: id, path: ['contents', index, 'id'] }))),
    ...fieldKeys.filter(({ name }) => reservedFieldKeys.some((key) => key === name)).map(toReserved),
    ...keys.filter(({ name }) => isReservedGroup(name)).map(toReserved),
    ...contentGroups.flatMap((group, index) =>
      group.plans.flatMap((id, plan): Problem[] =>
        planIds.has(id)
          ? []
          : [{ path: ['contentGroups', index, 'plans', plan], message: `there is no plan ${JSON.stringify(id)}` }],
      ),
    ),
    ...contents.flatMap(({ group }, index): Problem[] =>
      groupKeys.has(group)
        ? []
        : [{ path: ['contents', index, 'group'], message: `there is no content group ${JSON.stringify(group)}` }],
    ),
  ]
}

const toReserved = ({ name, path }: Named): Problem => ({
  path,
  message: `"${name}" means something else in the attributes of a page; choose another key`,
})

const isReservedGroup = (key: string): boolean =>
  reservedGroupKeys.some((one) => one === key.toLowerCase()) || key.startsWith('!') || key.startsWith(PLAN_ID_PREFIX)

function findTwice(named: readonly Named[]): Problem[] {
  const seen = new Set<string>()
  return named.flatMap(({ name, path }): Problem[] => {
    if (seen.has(name)) return [{ path, message: `"${name}" is there twice` }]
    seen.add(name)
    return []
  })
}
