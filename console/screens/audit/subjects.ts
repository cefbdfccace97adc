/** Screens of the parts of a definition. Parts with a page for each item end with a slash. */
const partScreens: Readonly<Record<string, string>> = {
  plans: 'plans/',
  prices: 'plans',
  coupons: 'plans',
  payments: 'plans',
  groups: 'gated-content',
  gates: 'gated-content',
  contents: 'gated-content',
  fields: 'profile',
  design: 'settings/design',
  texts: 'settings/texts',
}

/** Screens of actions by the beginning of their key. The first one that fits. */
const actionScreens: readonly (readonly [prefix: string, screen: string])[] = [
  ['member.delete', ''],
  ['member.', 'members/'],
  ['members.', 'members'],
  ['job.', 'members/jobs'],
  ['content.remove', 'gated-content'],
  ['content.order', 'gated-content'],
  ['content.', 'gated-content/hosted/'],
  ['credential.', 'credentials'],
  ['app.go-live', 'go-live'],
  ['app.end-live', 'go-live'],
  ['staff.', 'team'],
  ['console.', 'team'],
]

/**
 * The screen of what an action was about.
 * @param subject as in the log: an ID; a part of the definition, with the ID of its item; a version
 * @returns a path below the app; null if the console has no screen for it
 */
export function screenOf({ act, subject }: { act: string; subject: string }): string | null {
  if (act.startsWith('definition.')) {
    const [part = '', ...rest] = subject.split(' ')
    return toPath(partScreens[part] ?? '', act === 'definition.remove' ? '' : rest.join(' '))
  }
  const [, screen = ''] = actionScreens.find(([prefix]) => act.startsWith(prefix)) ?? []
  return toPath(screen, subject)
}

function toPath(screen: string, id: string): string | null {
  if (screen.endsWith('/')) return id ? screen + encodeURIComponent(id) : screen.slice(0, -1)
  return screen || null
}
