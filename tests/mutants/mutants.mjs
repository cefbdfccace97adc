import { edgeMutants } from './edge-mutants.mjs'
import { mutant } from './mutant.mjs'

const accounts = [
  mutant('accounts', /(\w+)\?\.tokenDigest === tokenDigest \?/u, '$1 ?', 'known-devices.test', 'guessing.test'),
  mutant(
    'accounts',
    /if \(keepTokenDigest === null\) await/u,
    'if (keepTokenDigest !== null) await',
    'known-devices.test',
    'reset-password.test',
  ),
  mutant(
    'accounts',
    /if \(mode !== 'live'\) return null\n(\s+const plain = )/u,
    "if (mode === 'live') return null\n$1",
    'common-passwords.test',
  ),
  mutant(
    'members',
    /\.filter\(\((\w+)\) => \1\.restrictToAdmin\)/u,
    '.filter(() => false)',
    'members/member.test',
    'custom-field',
  ),
  mutant('members', /type === 'number' \? null : ''/u, "type === 'number' ? 0 : ''", 'custom-field-values.test'),
  mutant(
    'members',
    /(caller|session)\.appId === app\.id && \1\.mode === mode/u,
    '$1.appId === app.id',
    'isolation.test',
    'bad-input.test',
  ),
]

const plans = [
  mutant('plans', />= memberLimit\) throw/u, '> memberLimit) throw', 'add-plan.test', 'signup.test', 'last-place.test'),
  mutant(
    'plans',
    /return (\w+) === 'ACTIVE' \|\| \1 === 'TRIALING'/u,
    "return $1 === 'ACTIVE'",
    'content-groups.test',
    'teams.test',
    'ensure-team.test',
  ),
  mutant(
    'plans',
    /\.some\(\(id\) => active\.has\(id\)\)/u,
    '.every((id) => active.has(id))',
    'content-groups.test',
    'get-secure-content.test',
  ),
  mutant(
    'plans',
    /\)\) > 1\) throw new ApiError\('cannot-change-team-account'\)/u,
    ")) > 9) throw new ApiError('cannot-change-team-account')",
    'remove-plan.test',
    'add-plan.test',
  ),
  mutant(
    'plans',
    /\(b\.priority \?\? -Infinity\) - \(a\.priority \?\? -Infinity\)/u,
    '(a.priority ?? -Infinity) - (b.priority ?? -Infinity)',
    'find-redirect.test',
    'find-plan-redirect.test',
    'login-redirect.test',
  ),
  mutant(
    'teams',
    />= seats\) throw new ApiError\('team-full'\)/u,
    "> seats) throw new ApiError('team-full')",
    'join-team.test',
    'team-seats.test',
  ),
  mutant(
    'teams',
    /\?\.inviteToken !== inviteToken\) throw/u,
    ' === null) throw',
    'join-team.test',
    'invitations.test',
    'teams.test',
  ),
  mutant(
    'teams',
    /if \(!isOwner && (\w+) !== memberId\) throw/u,
    'if (false) throw',
    'plans/teams.test',
    'team-access.test',
  ),
]

const community = [
  mutant('comments', /memberId === member\.id \|\| isModerator\(app, member\)/u, 'true', 'comments.test'),
  mutant('comments', /\bverified && comments\?\.moderators/u, 'comments?.moderators', 'comments/comments.test'),
  mutant(
    'comments',
    /=== true\) throw new ApiError\('comment-refused'\)/u,
    "=== null) throw new ApiError('comment-refused')",
    'comments/comments.test',
  ),
  mutant('data-tables', /!Number\.isSafeInteger\(value\)\) throw/u, 'false) throw', 'record-data.test'),
  mutant(
    'data-tables',
    /if \(value\.includes\('\\u0000'\)\) throw wrongValue/u,
    'if (false) throw wrongValue',
    'record-data.test',
  ),
  mutant('data-tables', /=> (\w+)\((\w+), (\w+)\) !== 'none'/u, "=> $1($2, $3) === 'none'", 'table-rules.test'),
  mutant('inbox', /\.filter\(\(\[, value\]\) => value !== ''\)/u, '', 'inbox.test'),
  mutant('captcha', /parseUrl\(origin\)\?\.hostname === hostname/u, 'true', 'hosted-captcha.test'),
]

const payments = [
  mutant(
    'payments',
    /\|\| ticket <= (\w+)\.readApplied/u,
    '|| ticket < 0',
    'event-order.property.test',
    'reconcile-purchase.test',
  ),
  mutant(
    'payments',
    /(coupon\.prices\.length === 0) \|\| coupon\.prices\.includes\(priceId\)/u,
    'true',
    'begin-purchase.test',
    'open-checkout.test',
  ),
  mutant('payments', /\? \{ \.\.\.price, trialDays: 0 \} : price/u, '? price : price', 'offer-trial.test'),
  mutant(
    'payments',
    /!offer\?\.plan\.active \|\| !offer\.price\.active/u,
    '!offer?.plan.active',
    'begin-purchase.test',
    'change-price.test',
  ),
  mutant(
    'payments',
    / === 'OPEN' && purchase\.expiresAt <= now/u,
    " === 'OPEN' && false",
    'reconcile-purchase.test',
    'open-checkout.test',
    'reconcile-worker.test',
  ),
  mutant('tag-purchases', /hasDeadline && (\w+\(order\.paidAt\)) <= now/u, 'hasDeadline && $1 > now', 'refund.test'),
  mutant(
    'tag-purchases',
    /\.result\?\.passed !== true && (!\w+\.result\?\.second)\)/u,
    '.result?.passed === null && $1)',
    'buy.test',
  ),
  mutant('tag-purchases', /\(end === null \|\| now < end\)/u, '(end === null || now > end)', 'offer.test'),
]

const trust = [
  mutant('assessments', / \|\| attempt\.expiresAt <= now\) throw/u, ') throw', 'attempts.test'),
  mutant('assessments', /\(right - wrong\) \//u, 'right /', 'score-question.test'),
  mutant(
    'assessments',
    /visitorDigest !== null && attempt\.visitorDigest === visitorDigest/u,
    'visitorDigest !== null',
    'attempts.test',
  ),
  mutant(
    'assessments',
    /(requireTime\('retake-too-early', retakeAt\(shared, now\)), now\)/u,
    '$1, Infinity)',
    'retake-evasions.test',
    'attempts.test',
  ),
  mutant('work-samples', /\|\| offset !== (\w+)\.receivedBytes\) throw/u, ') throw', 'upload.test'),
  mutant(
    'work-samples',
    />= WORK_SAMPLES_PER_ATTEMPT_MAX/u,
    '> WORK_SAMPLES_PER_ATTEMPT_MAX',
    'work-samples/limits.test',
  ),
  mutant(
    'transparency-log',
    /\.length < tile\.width\) return null/u,
    '.length < 0) return null',
    'log-tile.test',
    'serve-log.test',
  ),
  mutant('transparency-log', /if \(oldSize !== seenSize\) return/u, 'if (false) return', 'add-checkpoint.test'),
  mutant(
    'credentials',
    /\.version <= version\)\.map/u,
    '.version < version).map',
    'revocations.test',
    'status-list.test',
  ),
  mutant('tags', /(expiresAt !== null && expiresAt) <= now \? 'expired'/u, "$1 > now ? 'expired'", 'verify-tag.test'),
  mutant('tags', /\|\| !result\?\.passed \|\|/u, '|| !result ||', 'issue-tag.test'),
  mutant(
    'tags',
    /\.visibility === 'PUBLIC' && (\w+)\.tag\.mode === 'live'/u,
    ".visibility === 'PUBLIC'",
    'shared-tags.test',
  ),
  mutant(
    'profiles',
    /state !== 'altered' && tag\.status !== 'revoked'/u,
    "state !== 'altered'",
    'profiles/profile.test',
  ),
  mutant('vc-api', /end !== null && end < now/u, 'end !== null && end > now', 'check-credential.test', 'vc-api.test'),
]

const around = [
  mutant(
    'social',
    /if \((\w+) === 'deny'\) throw new ApiError\('account-not-found'\)/u,
    "if ($1 === null) throw new ApiError('account-not-found')",
    'social/log-in.test',
    'social/sign-up.test',
  ),
  mutant(
    'social',
    /!is\w+\((\w+)\) \|\| \w+\[\1\]\.emailIsProven/u,
    'true',
    'choose-social-providers.test',
    'test-consent-provider.test',
    'any-provider.test',
    'pre-hijacking.test',
    'social/sign-up.test',
    'social/log-in.test',
  ),
  mutant(
    'webhooks',
    /previousSecretUntil !== null && now < previousSecretUntil/u,
    'previousSecretUntil !== null',
    'sign-webhook.test',
    'webhook-endpoints.test',
  ),
  mutant(
    'webhooks',
    /if \(range !== 'unicast'\) return loopback && range === 'loopback'/u,
    "if (range !== 'unicast') return loopback",
    'webhook-url.test',
    'send-webhook.test',
  ),
  mutant(
    'transfer',
    /member\.passwordHash === null && typeof passwordHash === 'string'/u,
    "typeof passwordHash === 'string'",
    'import-existing.test',
  ),
  mutant(
    'transfer',
    /list\.length > IMPORT_MAX_ROWS\) throw/u,
    'list.length < 0) throw',
    'read-import-file.test',
    'import-files.test',
  ),
  mutant('owner', /if \(asked < JUDGED_FROM_ANSWERS\)/u, 'if (asked <= JUDGED_FROM_ANSWERS)', 'judge-question.test'),
  mutant('apps', /!isDeepStrictEqual\((\w+)\(price\), \1\(after\)\)/u, 'false', 'check-change.test', 'change-app.test'),
  mutant('mail', /replaceAll\(\/\[&<>"'\]\/gu/u, "replaceAll(/[&<>']/gu", 'mails.test'),
  mutant('files', /if \(bytes > limits\.account\)/u, 'if (bytes > limits.account * 9)', 'within-storage.test'),
  mutant('docs', /\/\^data\.\/u\.test\(name\)/u, 'false', 'sanitise-html.test', 'hosted-html'),
  mutant('http', /depth > JSON_BODY_MAX_DEPTH\) throw/u, 'depth < 0) throw', 'body-depth.test'),
  mutant(
    'http',
    /if \(this\.count < max\) return 0/u,
    'if (this.count <= max) return 0',
    'sliding-window.test',
    'memory-rate-limiter.test',
  ),
  mutant(
    'http',
    /key\?\.startsWith\('sk_'\) && origin !== null/u,
    "key?.startsWith('sk_') && false",
    'identify-app.test',
    'bad-input.test',
  ),
]

/** All features together; at most two may survive. */
export const mutants = [...accounts, ...plans, ...community, ...payments, ...trust, ...around, ...edgeMutants]
