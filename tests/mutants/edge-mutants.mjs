import { mutant } from './mutant.mjs'

/** Checks in one shared path of all endpoints: tests cover three endpoints completely and each other one once. */
const badInput = [
  mutant('bad input', /\(appId !== undefined && appId !== (\w+)\.app\.id\)/u, 'false', 'bad-input.test'),
  mutant(
    'bad input',
    /(\w+)\.mode === 'live' && origin !== null && !isLiveDomain/u,
    "$1.mode === 'none' && origin !== null && !isLiveDomain",
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /value === null \|\| Array\.isArray\(value\)\) throw new ApiError\('invalid-field-type'\)\n\s+return value/u,
    "value === null) throw new ApiError('invalid-field-type')\n  return value",
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /if \(length > maxBytes\) throw new ApiError/u,
    'if (length < 0) throw new ApiError',
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /!== type\) throw new ApiError\('unsupported-media-type'\)/u,
    "=== 'text/html') throw new ApiError('unsupported-media-type')",
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /JSON\.parse\(utf8\.decode\(bytes\)\)/u,
    'JSON.parse(Buffer.from(bytes).toString())',
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /if \(access === 'member'\) throw new ApiError\('login-required'\)/u,
    "if (false) throw new ApiError('login-required')",
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /if \(access === 'member'\) throw new ApiError\('client\/invalid-token'\)/u,
    "if (false) throw new ApiError('login-required')",
    'bad-input.test',
  ),
  mutant(
    'bad input',
    /\/\^Bearer \+\(\\S\+\)\$\/iu\.exec\(authorization\?/u,
    '/(\\S+)$$/iu.exec(authorization?',
    'bad-input.test',
    'members/member.test',
  ),
  mutant(
    'bad input',
    /(path: '\/trusttag\/tags\/:tagId\/shares', access:) 'member'/u,
    "$1 'public'",
    'access-table.test',
    'bad-input.test',
  ),
  mutant('bad input', /phone: v\.optional\(line, ''\)/u, 'phone: v.any()', 'bad-input.test'),
  mutant(
    'bad input',
    /(path: '\/trusttag\/offer\/claim', access: 'member')/u,
    "$1, app: 'none'",
    'access-table.test',
    'bad-input.test',
  ),
]

const widget = [
  mutant(
    'widget gating',
    /\) => active && plans\.some\(\(\{ id \}\) => id === planId\)|active && plans\.some\(/u,
    ') => plans.some(({ id }) => id === planId)',
    'gating/group-access.test',
    'visible-content.test',
  ),
  mutant('widget lib', /labels\.length >= 4/u, 'labels.length >= 3', 'root-domain.test'),
  mutant('widget storage', / \|\| (\w+\(window\)) === USED \+ token/u, '', 'storage/invite.test', 'boot-invite.test'),
  mutant('widget storage', /!isRecord\(value\) \|\| value\['app'\] !== appId/u, '!isRecord(value)', 'gated-pages.test'),
  mutant(
    'widget modals',
    /max !== null && members\.length >= max/u,
    'max !== null && members.length > max',
    'team-tab.test',
    'invite-link.test',
  ),
  mutant('widget modals', /size <= PROFILE_IMAGE_MAX_BYTES/u, 'size >= PROFILE_IMAGE_MAX_BYTES', 'profile-image.test'),
  mutant(
    'widget client',
    /if \(token === currentToken\(\)\) endSession\(\)/u,
    'endSession()',
    'client/auth',
    'client/member.test',
  ),
  mutant('widget forms', /field\.matches\(':disabled'\) \|\| /u, '', 'read-fields.test'),
]

const sites = [
  mutant(
    'site checkout',
    /!isChosen && chosenIds\.length >= max/u,
    '!isChosen && chosenIds.length > max',
    'checkout.test',
    'checkout-buying.test',
  ),
  mutant('site verify', /\(\{ size \}\) => size > TAG_FILE_MAX_BYTES/u, '({ size }) => size < 0', 'tag-checker.test'),
  mutant('site work samples', /if \(size > maxBytes\) return/u, 'if (size < 0) return', 'check-file.test'),
  mutant(
    'site profile',
    /if \(altKey \|\| ctrlKey \|\| metaKey\) return null/u,
    'if (altKey) return null',
    'tabs.test',
  ),
  mutant(
    'site transparency',
    /\(\{ isSelfRun \}\) => !isSelfRun\)\.length/u,
    '() => true).length',
    'transparency.test',
  ),
  mutant(
    'commands verify-tag',
    /\((\w+\.report)\.mode === 'live' \|\| acceptTest\)/u,
    '($1.mode !== null)',
    'commands/verify-tag',
  ),
  mutant(
    'commands audit-log',
    /\.findings\.length > 0 \? 1 : 0/u,
    '.findings.length > 1 ? 1 : 0',
    'audit-log-command.test',
    'audit-tampered-log.test',
  ),
  mutant(
    'commands serve',
    /=> hostname === own \|\| isLoopback\(hostname\)/u,
    '=> hostname !== ""',
    'commands/serve',
    'host-check',
  ),
]

/** Mutants of request parsing, the widget, the site and the commands. */
export const edgeMutants = [...badInput, ...widget, ...sites]
