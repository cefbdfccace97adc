/** All constants shared by several parts of the product, with their unit in the name. */

// Codes and links (seed 001 section 9; lifetimes: the published client's documentation)
export const CODE_LENGTH_DIGITS = 6
/** Per emailed code. */
export const CODE_TRIES_PER_MAIL = 5
export const RESET_CODE_LIFETIME_MINUTES = 15
export const PASSWORDLESS_CODE_LIFETIME_MINUTES = 10
export const VERIFICATION_LINK_LIFETIME_HOURS = 48
/** How long the old email address can undo a change; never shorter than the verification link. */
export const EMAIL_CHANGE_UNDO_HOURS = 72
/** A new email address waits this long for its link to be opened. */
export const EMAIL_CHANGE_LINK_LIFETIME_HOURS = 48

// Accounts
export const PASSWORD_MIN_CHARS = 8
/** Longer input is rejected before hashing, to limit processor time. */
export const PASSWORD_MAX_CHARS = 512
/** RFC 5321 path limit. */
export const EMAIL_MAX_CHARS = 254
export const SESSION_LIFETIME_DAYS = 14
/** Bounds of `sessionLifetimeDays`. Browsers limit cookies to 400 days. */
export const SESSION_LIFETIME_DAYS_MIN = 1
export const SESSION_LIFETIME_DAYS_MAX = 400
/** Lifetime of a ticket in a URL that logs in on another site. It is valid once (design section 8). */
export const MEMBER_TICKET_LIFETIME_SECONDS = 60

// Known devices
/** The device not seen for the longest time is removed. */
export const DEVICES_PER_MEMBER_MAX = 10
/** After its last login. */
export const DEVICE_LIFETIME_DAYS = 180

/** How long a login waits for its second step, and how often a code can be wrong. */
export const LOGIN_STEP_LIFETIME_MINUTES = 10
export const SECOND_STEP_TRIES = 5
/** How long a new email waits for its proof. */
export const PENDING_EMAIL_LIFETIME_HOURS = 48
/** Lifetime of the link “This was not me” in the mail about a new device. */
export const NEW_DEVICE_LINK_LIFETIME_HOURS = 72
/** Lifetime of the mailed link that starts the recovery of lost second factors. */
export const RECOVERY_LINK_LIFETIME_HOURS = 24
/** How long a provider's answer without an account waits for the person's decision. */
export const PROVIDER_IDENTITY_LIFETIME_MINUTES = 10

// Passkeys
export const PASSKEYS_PER_MEMBER_MAX = 20
export const PASSKEY_NAME_MAX_CHARS = 60
/** Longest part of a credential, base64url: an attestation of some authenticators has several certificates. */
export const PASSKEY_FIELD_MAX_CHARS = 20_000
/** How long a browser can sign a challenge. */
export const PASSKEY_CHALLENGE_LIFETIME_MINUTES = 10

// Member data
export const CUSTOM_FIELD_MAX_CHARS = 10_000
/** Fields in one write, known or not: checking tens of thousands takes a tenth of a second. */
export const CUSTOM_FIELDS_PER_WRITE_MAX = 1_000
export const METADATA_MAX_KEYS = 50
export const METADATA_MAX_CHARS = 500
export const METADATA_KEY_MAX_CHARS = 100
/** As JSON. */
export const MEMBER_JSON_MAX_BYTES = 1_000_000
/** Nesting in member JSON and metadata. Deeper data can crash programs that read it. */
export const JSON_MAX_DEPTH = 100
export const PROFILE_IMAGE_MAX_BYTES = 4_000_000
/** A profile image is stored as a square of at most this side. */
export const PROFILE_IMAGE_SIDE_PX = 512
export const PLANS_PER_SIGNUP_MAX = 20

// Plans and payments
/** Length of an ID sent by a client. */
export const ID_MAX_CHARS = 100
export const PRICES_PER_PORTAL_MAX = 100
/**
 * How long a checkout can be paid: Stripe's minimum of 30 minutes, plus the time until it has read the order, so that a
 * reserved place is soon free again.
 */
export const CHECKOUT_LIFETIME_MINUTES = 32
/** Lifetime of a test portal's URL. */
export const PORTAL_LIFETIME_MINUTES = 60
/** How long processed provider events are remembered. None is resent after this time. */
export const PAYMENT_EVENT_RETENTION_DAYS = 90
/** How long unpaid checkouts are stored. */
export const UNPAID_PURCHASE_RETENTION_DAYS = 30
/** How often purchases without a report are looked up at the provider. */
export const RECONCILE_INTERVAL_SECONDS = 60

// Teams (seed 001 section 9)
export const INVITE_TOKEN_MAX_CHARS = 128
export const TEAM_REMOVE_CONFIRMATION_MS = 3_000
export const COPIED_LABEL_MS = 2_000
export const TEST_CARD_FLASH_MS = 1_000

// Hosted content
export const CONTENT_ID_MAX_CHARS = 100
/** Hosted pieces of one app. */
export const CONTENTS_MAX = 500
/** Custom fields that lists of members can be filtered by. */
export const FILTERABLE_FIELDS_MAX = 10
/** Earlier definitions kept per app. */
export const APP_VERSIONS_MAX = 200
/** Origins remembered per app and mode; the longest unseen goes first. */
export const INSTALLATIONS_MAX = 100
export const LIVE_DOMAINS_MAX = 20
/** Lifetime of a preview key. */
export const PREVIEW_KEY_MINUTES = 60
/** A page fetched for the page checker. */
export const PAGE_FETCH_MAX_BYTES = 2_000_000
export const PAGE_FETCH_MAX_SECONDS = 10
/** Streams of events that one person can have open. */
export const EVENT_STREAMS_MAX = 3
/** Stored earlier versions of each piece, and characters of all of them together: the oldest are deleted first. */
export const CONTENT_VERSIONS_MAX = 50
export const CONTENT_HISTORY_MAX_CHARS = 5_000_000
/** Kinds of removed elements and attributes that are named after a save. */
export const REMOVED_HTML_MAX = 20
/** Size of one piece, as its owner wrote it. */
export const CONTENT_MAX_CHARS = 1_000_000
/** Limits of hosted HTML: nested elements, and elements and texts in total. More is rejected when it is written. */
export const CONTENT_MAX_DEPTH = 100
export const CONTENT_MAX_NODES = 100_000

// Data tables
export const RECORDS_PER_QUERY_MAX = 100
export const RECORDS_PER_QUERY_DEFAULT = 20
export const RECORDS_SKIPPED_MAX = 10_000
/** Length of a text field of a record. */
export const RECORD_TEXT_MAX_CHARS = 10_000
/** Length of a unique text. */
export const RECORD_UNIQUE_TEXT_MAX_CHARS = 255
/** Size of a record's data as JSON. */
export const RECORD_MAX_BYTES = 200_000
export const TABLE_FIELDS_MAX = 100
/** Conditions of one query on all levels, including nested and empty ones. */
export const QUERY_CONDITIONS_MAX = 50
/** Nesting of AND, OR and NOT. */
export const QUERY_NESTING_MAX = 10
/** Sort fields of one list. */
export const QUERY_SORTS_MAX = 5
/** Values of one `in` or `notIn`. */
export const QUERY_VALUES_MAX = 100
/** Nested relations in one query. */
export const QUERY_INCLUDE_DEPTH_MAX = 3
/** Relations that one query includes or counts, on all levels. */
export const QUERY_RELATIONS_MAX = 20
/**
 * Reads of one query on all levels: a record is one, each of its fields without an index another one, and every ten
 * comparisons one more.
 */
export const QUERY_READS_MAX = 20_000
/** Records that one query may return on all levels. */
export const QUERY_RECORDS_MAX = 2_000
/** Size of the values that one query returns on all levels. */
export const QUERY_ANSWER_MAX_BYTES = 2_000_000
/**
 * Time of one query: processor time if the database runs in the server's process, and five times as long by the clock.
 */
export const QUERY_TIME_MAX_MS = 200
/** Records and members that one write connects or disconnects, in all its fields. */
export const RECORD_LINKS_PER_WRITE_MAX = 100

// Comments
export const CHANNEL_KEY_MAX_CHARS = 200
export const COMMENT_MAX_CHARS = 10_000
/** Limits of a comment's HTML: elements and texts in total, and nested elements. */
export const COMMENT_MAX_NODES = 2_000
export const COMMENT_MAX_DEPTH = 50
export const COMMENTS_PER_PAGE_MAX = 100
export const COMMENTS_PER_PAGE_DEFAULT = 20
/** Size of a page of comments as JSON. A larger page ends early, but always contains its first comment. */
export const COMMENTS_PAGE_MAX_BYTES = 500_000
/** Typing members shown in a channel. Others are not listed. */
export const TYPING_SHOWN_MAX = 20
/**
 * Live streams of one process: in total, per app and mode, and per IP address (IPv6: /64; /56 has four times, /48 eight
 * times as many).
 */
export const LIVE_STREAMS_MAX = 2_000
export const LIVE_STREAMS_PER_APP_MAX = 1_500
export const LIVE_STREAMS_PER_ADDRESS_MAX = 100
/** When a rejected stream can be retried. */
export const LIVE_STREAM_RETRY_SECONDS = 60
/** Streams that one process notifies per second: each notification makes a page read its channel. */
export const LIVE_NOTIFICATIONS_PER_SECOND = 100
/** Members emailed about one reply: those who took part last. */
export const ANSWER_MAILS_MAX = 100
/** Lifetime of the unsubscribe link in such an email. */
export const UNSUBSCRIBE_LINK_DAYS = 365
/** How long a typing signal is shown without another one. */
export const TYPING_SECONDS = 6

// Captcha
/** How long a puzzle can be solved. An older token is created again. */
export const CAPTCHA_LIFETIME_MINUTES = 20
/** Range of a puzzle's counter: a browser tries half of it on average, all of it at worst. */
export const CAPTCHA_COUNTER_MAX = 200
/** Longer ones are rejected unread. Hosted providers send some 2,000. */
export const CAPTCHA_TOKEN_MAX_CHARS = 8_192

// Actions of an owner
// The console
/** From login, regardless of use. */
export const CONSOLE_SESSION_LIFETIME_HOURS = 12
export const CONSOLE_SESSION_IDLE_MINUTES = 60
/** A member session older than this can't be exchanged for a session of the console. */
export const CONSOLE_LOGIN_MAX_AGE_MINUTES = 5
/** How long a confirmed password is enough for exports, keys, credentials and the team. */
export const STEP_UP_MINUTES = 10
export const SETUP_LINK_LIFETIME_MINUTES = 60
export const STAFF_INVITATION_LIFETIME_DAYS = 7
export const STAFF_NAME_MAX_CHARS = 100
/** People of one app, invitations included. */
export const STAFF_PER_APP_MAX = 200

export const OWNER_LINK_LIFETIME_MINUTES = 10
export const OWNER_SESSION_LIFETIME_HOURS = 8
/** Length of a revocation reason and of a note. */
export const OWNER_TEXT_MAX_CHARS = 500

// Lists of the admin API (the published client's documentation)
export const ADMIN_PAGE_DEFAULT = 50
/** Larger requests get this many rows. */
export const ADMIN_PAGE_MAX = 100
/** Size of a page of members with all their data. A larger page ends early. */
export const MEMBER_PAGE_MAX_BYTES = 2_000_000
export const MEMBER_SEARCH_MAX_CHARS = 200
/** Words of one search. All must match. */
export const MEMBER_SEARCH_MAX_WORDS = 8
/** Length of one searchable word, and of a value that filters compare. */
export const MEMBER_TERM_MAX_CHARS = 64
/** Searchable words of one member. */
export const MEMBER_TERMS_MAX = 100
/** Above this, a count of members reads "10,000+". */
export const MEMBER_COUNT_EXACT_MAX = 10_000
export const MEMBER_NOTE_MAX_CHARS = 2_000
/** Days of one call for figures. */
export const FIGURE_DAYS_MAX = 400
export const CAMPAIGN_MAX_CHARS = 100
export const AUDIT_EXPORT_MAX_ROWS = 50_000
export const JOB_MEMBERS_MAX = 500_000
/** Until then a job can be canceled without a trace. */
export const JOB_WAIT_SECONDS = 10
/** How long a removed note or piece of hosted content can come back: ten seconds in the console, and the time of the way. */
export const REMOVAL_UNDO_MS = 15_000
/** How long jobs of plans and fields can be reversed, and an export can be downloaded. */
export const JOB_UNDO_HOURS = 24
/** How long a finished job is listed. */
export const JOB_RETENTION_DAYS = 30
/** A job that deletes more members asks to type their number. */
export const JOB_DELETE_UNTYPED_MAX = 10
/** Time of one list, search or figure of an owner, which runs next to the server. */
export const OWNER_READ_MAX_MS = 2_000

// Messages to an owner
export const INBOX_LINE_MAX_CHARS = 200
export const INBOX_TEXT_MAX_CHARS = 5_000

// Webhooks
/** Per app and mode. */
export const WEBHOOK_ENDPOINTS_MAX = 20
export const WEBHOOK_URL_MAX_CHARS = 2_048
/** How long the previous secret also signs. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24
/** How long sent messages are stored and can be resent. */
export const WEBHOOK_RETENTION_DAYS = 30
/** An endpoint that fails this long is disabled. */
export const WEBHOOK_SILENCE_DAYS = 5

// Requests
/** Size of a file of members, and its rows. */
export const IMPORT_MAX_BYTES = 20_000_000
export const IMPORT_MAX_ROWS = 10_000
/** Rows of an import in one transaction, during which SQLite has no other reads or writes. */
export const IMPORT_ATOMIC_MAX_ROWS = 250
/** Rows with errors that are listed. */
export const IMPORT_ERRORS_SHOWN_MAX = 100

export const JSON_BODY_MAX_BYTES = 1_100_000
/** Nesting of a request body: a few levels more than the deepest data. */
export const JSON_BODY_MAX_DEPTH = JSON_MAX_DEPTH + 20
/** Values and keys of a JSON body: each is parsed and checked separately. */
export const JSON_BODY_MAX_VALUES = 30_000
export const EVENT_TYPE_MAX_CHARS = 64
export const PATH_MAX_CHARS = 2_048

// Visits: data of POST /page-view, /app-member and /event is deleted after this time
export const VISIT_RETENTION_DAYS = 90
export const SESSION_ID_MAX_CHARS = 26
export const PHONE_MAX_WIDTH_PX = 768
export const TABLET_MAX_WIDTH_PX = 1024

// The widget (seed 001 section 9)
export const CLIENT_VERSION = '1.2.0'
export const DEFAULT_PRIMARY_BUTTON_COLOR = 'rgb(41, 98, 255)'
export const COOKIE_FALLBACK_LIFETIME_DAYS = 14
export const FADE_MS = 400
/** Inspector: seed 001, section 9. */
export const SIDEBAR_WIDTH_PX = 242
/** Up to this window width it is a sheet over the lower part. */
export const SIDEBAR_SHEET_MAX_WIDTH_PX = 480
export const PRIVATE_FIELD_CHECK_DELAY_MS = 1_000
export const INSPECTOR_Z_INDEX_BASE = 50
export const X_RAY_LAYERS = { error: 3, warning: 2, found: 1 } as const
/** How long a modal waits for its language before it shows English. */
export const TRANSLATION_WAIT_MS = 1_500
export const MESSAGE_BANNER_MS = 7_000
/** How long the message of a login shows before the page reloads. */
export const RELOAD_AFTER_LOGIN_MS = 2_000
export const READY_TIMEOUT_MS = 3_000
export const GATED_URL_HIDDEN_MAX_MS = 1_500
/** Of the script element: `{ app, groups }`, which `membership.js?app=…` sets before its own code. */
export const GATED_PAGES_PROPERTY = 'memberstackGatedPages'
export const REQUEST_TIMEOUT_MS = 20_000
export const MODAL_WIDTH_PX = 360
export const PROFILE_MODAL_WIDTH_PX = 700
export const PROFILE_MOBILE_MAX_WIDTH_PX = 520
export const PROVIDER_POPUP_WIDTH_PX = 600
export const PROVIDER_POPUP_HEIGHT_PX = 700

// Social login
/** From opening a provider's window to its result. */
export const PROVIDER_FLOW_LIFETIME_MINUTES = 15
/** A provider's window that asks whether to create an account, or for the second step. */
export const KEPT_FLOW_LIFETIME_MINUTES = 10
export const CONNECT_TICKET_LIFETIME_SECONDS = 60
/** From the return of a full-page flow until the page fetches its result. */
export const PROVIDER_ANSWER_LIFETIME_SECONDS = 120
/** Length of custom fields and plans in the URL of a provider's window, decoded. */
export const PROVIDER_WISH_MAX_CHARS = 8_000

export const PLAN_ID_PREFIX = 'pln_'
export const PRICE_ID_PREFIX = 'prc_'

/** Questions of a skill assessment (seed 000 section 9, which takes precedence over a package text that says 12). */
export const ASSESSMENT_QUESTIONS = 10
/** Percent of points. */
export const ASSESSMENT_PASS_MARK_PERCENT = 70
/** How long a started attempt can be answered. */
export const ATTEMPT_LIFETIME_HOURS = 24
/** Minutes to answer one set, and what a person may multiply them with. */
export const SET_MINUTES = 20
export const TIME_FACTORS = [1, 1.25, 1.5, 2] as const
/** An answer may arrive this late: the connection was slow, not the person. */
export const LATE_ANSWER_SECONDS = 30
/** Waits after the first, second and third counted attempt at a claim. */
export const RETAKE_WAITS_HOURS = [24, 7 * 24, 30 * 24] as const
/** Counted attempts at one claim, and for how long a question is not asked again. */
export const ATTEMPTS_PER_YEAR_MAX = 4
export const QUESTION_REST_DAYS = 365
/** From this score on, one set is enough at the first attempt. */
export const ONE_SET_PASS_PERCENT = 90
/** How long a second set can be started. */
export const SECOND_SET_DAYS = 7
/** Ten answers in less time are void. */
export const VOID_BELOW_SECONDS = 10
/** Questions and options are read at most this fast: 960 words a minute. */
export const READING_CHARS_PER_SECOND = 80
/** Answers below the reading time in one set before they are evidence. */
export const FAST_ANSWERS_MAX = 3
/** Same wrong answers as in another attempt before they are evidence. */
export const SHARED_WRONG_ANSWERS = 3
/** How long times and flags of an attempt are stored. */
export const FLAG_RETENTION_DAYS = 90
/** From this many counted questions on, none is in more than this share of a bank's sets of thirty days. */
export const EXPOSURE_QUESTIONS_MIN = 60
export const EXPOSURE_SHARE_MAX = 0.25
/** Below this number of sets, a question may be in all of them. */
export const EXPOSURE_FREE_SETS = 10
/** A question with fewer answers is rare; at most one of ten is, once so many questions are not. */
export const RARE_BELOW_ANSWERS = 30
export const RARE_RULE_FROM_QUESTIONS = 40
/** How long a visitor's unclaimed answers are stored. */
export const UNCLAIMED_ATTEMPT_RETENTION_DAYS = 30
export const SKILL_NAME_MAX_CHARS = 80
export const ANSWER_MAX_CHARS = 1_000

// Work samples
export const WORK_SAMPLE_CHUNK_MAX_BYTES = 4_000_000
export const WORK_SAMPLE_IMAGE_MAX_BYTES = 20_000_000
export const WORK_SAMPLE_DOCUMENT_MAX_BYTES = 20_000_000
export const WORK_SAMPLE_VIDEO_MAX_BYTES = 200_000_000
export const WORK_SAMPLES_PER_ATTEMPT_MAX = 20
export const WORK_SAMPLES_PER_MEMBER_MAX_BYTES = 1_000_000_000
/** An abandoned upload is removed after this time. */
export const WORK_SAMPLE_UPLOAD_LIFETIME_HOURS = 24
/** Lifetime of a URL that shows a work sample to anyone who has it. */
export const WORK_SAMPLE_LINK_LIFETIME_MINUTES = 5
/** An image is stored with sides of at most this length. */
export const WORK_SAMPLE_IMAGE_SIDE_PX = 4_096
export const FILE_NAME_MAX_CHARS = 255

// TrustTags
export const TAG_VALIDITY_YEARS = 3
export const HOLDER_NAME_MAX_CHARS = 100
/** A shorter ID is rejected without a lookup (seed 000 section 5). */
export const TAG_ID_MIN_CHARS = 6
export const TAG_ID_MAX_CHARS = 40
/** Size of a status list: the standard's minimum (Bitstring Status List 1.0). */
export const STATUS_LIST_BITS = 131_072
/**
 * The newest version of every status list is added to the log again each time the log has grown by this many entries.
 */
export const STATUS_REFRESH_ENTRIES = 64
/**
 * Status lists per mode: with this many, the last entries below contain the newest version of each. A list is for
 * 65,536 TrustTags.
 */
export const STATUS_LISTS_MAX = 64
/** The newest version of every list is within this many entries from the end of the log. */
export const STATUS_TAIL_ENTRIES = 4 * STATUS_REFRESH_ENTRIES
/** How long a fetched status list can be cached. */
export const STATUS_LIST_TTL_SECONDS = 300
/** A status list is signed again after this time, changed or not. */
export const STATUS_LIST_RENEWAL_SECONDS = 600
/** A running server reads changed signing keys within this time. */
export const KEYS_REREAD_SECONDS = 10
/** An older status list no longer proves that something was not revoked. */
export const STATUS_LIST_MAX_AGE_SECONDS = 86_400
/** Tolerated clock skew before something just signed is not valid yet. */
export const CLOCK_SKEW_SECONDS = 300
/** Attempts that a buyer can name. */
export const ATTEMPTS_PER_PURCHASE_MAX = 20
/** Unused credits are refunded on request within this time of the purchase (seed 000 section 2). */
export const CREDIT_REFUND_DAYS = 30

/** Size of a request to the VC API. */
export const VC_API_BODY_MAX_BYTES = 100_000
