/** Every constant that two parts of the product must agree on, once, with its unit in the name. */

// Codes and links (seed 001 section 9; lifetimes: the published client's documentation)
export const CODE_LENGTH_DIGITS = 6
/** Per mailed code. */
export const CODE_TRIES_PER_MAIL = 5
export const RESET_CODE_LIFETIME_MINUTES = 15
export const PASSWORDLESS_CODE_LIFETIME_MINUTES = 10
export const VERIFICATION_LINK_LIFETIME_HOURS = 48
/** How long the old address of a member can take a change of address back; never shorter than the verification link. */
export const EMAIL_CHANGE_UNDO_HOURS = 72

// Accounts
export const PASSWORD_MIN_CHARS = 8
/** Longer input is refused before hashing, so that a password cannot be used to burn processor time. */
export const PASSWORD_MAX_CHARS = 512
/** RFC 5321 path limit. */
export const EMAIL_MAX_CHARS = 254
export const SESSION_LIFETIME_DAYS = 14
/** Bounds of `sessionLifetimeDays`. Browsers keep no cookie for more than 400 days. */
export const SESSION_LIFETIME_DAYS_MIN = 1
export const SESSION_LIFETIME_DAYS_MAX = 400
/** Of a ticket in an address that carries a login to another site; it counts once (design section 8). */
export const MEMBER_TICKET_LIFETIME_SECONDS = 60

// Known devices
/** The one not seen for longest goes. */
export const DEVICES_PER_MEMBER_MAX = 10
/** After its last login. */
export const DEVICE_LIFETIME_DAYS = 180

// Member data
export const CUSTOM_FIELD_MAX_CHARS = 10_000
/** Named in one write, known or not: to look at tens of thousands takes a tenth of a second. */
export const CUSTOM_FIELDS_PER_WRITE_MAX = 1_000
export const METADATA_MAX_KEYS = 50
export const METADATA_MAX_CHARS = 500
export const METADATA_KEY_MAX_CHARS = 100
/** Serialised. */
export const MEMBER_JSON_MAX_BYTES = 1_000_000
/** Objects and lists within each other, in member JSON and in metadata: deeper data ends programs that read it. */
export const JSON_MAX_DEPTH = 100
export const PROFILE_IMAGE_MAX_BYTES = 4_000_000
/** A profile image is kept as a square of at most this side. */
export const PROFILE_IMAGE_SIDE_PX = 512
export const PLANS_PER_SIGNUP_MAX = 20

// Plans and payments
/** Of an id that a client names. */
export const ID_MAX_CHARS = 100
export const PRICES_PER_PORTAL_MAX = 100
/**
 * How long a checkout can be paid: the 30 minutes that Stripe allows at least, counted from when it has read the order, so
 * that a reserved place is soon free again.
 */
export const CHECKOUT_LIFETIME_MINUTES = 32
/** Of a test portal's address. */
export const PORTAL_LIFETIME_MINUTES = 60
/** How long it is remembered that an event of a provider was dealt with: none is sent again after this time. */
export const PAYMENT_EVENT_RETENTION_DAYS = 90
/** How long a checkout that nobody paid is remembered. */
export const UNPAID_PURCHASE_RETENTION_DAYS = 30
/** How often purchases that nobody reported on are looked up at the provider. */
export const RECONCILE_INTERVAL_SECONDS = 60

// Teams (seed 001 section 9)
export const INVITE_TOKEN_MAX_CHARS = 128
export const TEAM_REMOVE_CONFIRMATION_MS = 3_000
export const COPIED_LABEL_MS = 2_000
export const TEST_CARD_FLASH_MS = 1_000

// Hosted content
export const CONTENT_ID_MAX_CHARS = 100
/** Of one piece, as its owner wrote it. */
export const CONTENT_MAX_CHARS = 1_000_000
/** Of hosted HTML, elements within each other, and elements and texts in all: more is refused where it is written. */
export const CONTENT_MAX_DEPTH = 100
export const CONTENT_MAX_NODES = 100_000

// Data tables
export const RECORDS_PER_QUERY_MAX = 100
export const RECORDS_PER_QUERY_DEFAULT = 20
export const RECORDS_SKIPPED_MAX = 10_000
/** Of a text field of a record. */
export const RECORD_TEXT_MAX_CHARS = 10_000
/** Of a text that no two records may share. */
export const RECORD_UNIQUE_TEXT_MAX_CHARS = 255
/** Of a record's data, written as JSON. */
export const RECORD_MAX_BYTES = 200_000
export const TABLE_FIELDS_MAX = 100
/** Conditions of one query on all levels, those within others and empty ones too. */
export const QUERY_CONDITIONS_MAX = 50
/** Conditions within AND, OR and NOT within each other. */
export const QUERY_NESTING_MAX = 10
/** Fields that one list is sorted by. */
export const QUERY_SORTS_MAX = 5
/** Values of one `in` or `notIn`. */
export const QUERY_VALUES_MAX = 100
/** Relations of relations that one query may ask for. */
export const QUERY_INCLUDE_DEPTH_MAX = 3
/** Relations that one query includes or counts, on all levels. */
export const QUERY_RELATIONS_MAX = 20
/**
 * What one query may read on all levels: a record is one, each field of it that no index can answer is another, and every ten
 * comparisons are one more.
 */
export const QUERY_READS_MAX = 20_000
/** Records that one query may return on all levels. */
export const QUERY_RECORDS_MAX = 2_000
/** Of the values that one query returns on all levels. */
export const QUERY_ANSWER_MAX_BYTES = 2_000_000
/** Of one query: processor time where the database runs in the server's process, and five times as long by the clock. */
export const QUERY_TIME_MAX_MS = 200
/** Records and members that one write connects or disconnects, in all of its fields. */
export const RECORD_LINKS_PER_WRITE_MAX = 100

// Comments
export const CHANNEL_KEY_MAX_CHARS = 200
export const COMMENT_MAX_CHARS = 10_000
/** Of a comment's HTML: elements and texts in all, and elements within each other. */
export const COMMENT_MAX_NODES = 2_000
export const COMMENT_MAX_DEPTH = 50
export const COMMENTS_PER_PAGE_MAX = 100
export const COMMENTS_PER_PAGE_DEFAULT = 20
/** Of a page of comments, as JSON. A page that would be larger ends early; its first comment is always in it. */
export const COMMENTS_PAGE_MAX_BYTES = 500_000
/** Members who type in a channel; further ones are not listed. */
export const TYPING_SHOWN_MAX = 20
/** Live streams of one process: in all, of one app and mode, and of one IP address (IPv6: /64; /56 has four times, /48 eight times as many). */
export const LIVE_STREAMS_MAX = 2_000
export const LIVE_STREAMS_PER_APP_MAX = 1_500
export const LIVE_STREAMS_PER_ADDRESS_MAX = 100
/** A stream that was refused can be tried again after this time. */
export const LIVE_STREAM_RETRY_SECONDS = 60
/** Streams that one process notifies of changes: each notification makes a page read its channel again. */
export const LIVE_NOTIFICATIONS_PER_SECOND = 100
/** Members who are mailed about one answer: those who took part last. */
export const ANSWER_MAILS_MAX = 100
/** Of the link in a mail that ends such mails. */
export const UNSUBSCRIBE_LINK_DAYS = 365
/** How long a sign of typing holds without another one. */
export const TYPING_SECONDS = 6

// Captcha
/** How long a puzzle can be answered; a token made earlier is made anew. */
export const CAPTCHA_LIFETIME_MINUTES = 20
/** Counters a puzzle's answer is drawn from: a browser tries half of them on average, all of them at worst. */
export const CAPTCHA_COUNTER_MAX = 200
/** Longer ones are refused unread; hosted providers send some 2,000. */
export const CAPTCHA_TOKEN_MAX_CHARS = 8_192

// What an owner does
export const OWNER_LINK_LIFETIME_MINUTES = 10
export const OWNER_SESSION_LIFETIME_HOURS = 8
/** Of the reason why a TrustTag is revoked, and of a note. */
export const OWNER_TEXT_MAX_CHARS = 500

// Lists of the admin API (the published client's documentation)
export const ADMIN_PAGE_DEFAULT = 50
/** More is asked for in vain: it is what a page has at most. */
export const ADMIN_PAGE_MAX = 100
/** Of the members of one page, with all that is stored of them: a page ends before its number of members where they have more. */
export const MEMBER_PAGE_MAX_BYTES = 2_000_000
export const MEMBER_SEARCH_MAX_CHARS = 200
/** Words of one search: every one must be found. */
export const MEMBER_SEARCH_MAX_WORDS = 8
/** Of one list or search of an owner, which runs beside the server. */
export const OWNER_READ_MAX_MS = 10_000

// Messages to an owner
export const INBOX_LINE_MAX_CHARS = 200
export const INBOX_TEXT_MAX_CHARS = 5_000

// Webhooks
/** Of an app and mode. */
export const WEBHOOK_ENDPOINTS_MAX = 20
export const WEBHOOK_URL_MAX_CHARS = 2_048
/** How long the secret before the present one signs besides. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24
/** How long it is kept what was sent, and can be sent again. */
export const WEBHOOK_RETENTION_DAYS = 30
/** An endpoint that took nothing for so long is disabled. */
export const WEBHOOK_SILENCE_DAYS = 5

// Requests
/** Of a file of members, and its rows. */
export const IMPORT_MAX_BYTES = 20_000_000
export const IMPORT_MAX_ROWS = 10_000
/** Of an import in one transaction: nobody else writes or reads SQLite meanwhile. */
export const IMPORT_ATOMIC_MAX_ROWS = 250
/** Of the rows that could not be imported, so many are named. */
export const IMPORT_ERRORS_SHOWN_MAX = 100

export const JSON_BODY_MAX_BYTES = 1_100_000
/** Objects and lists within each other, in a body: what the deepest data stands in is a few levels more. */
export const JSON_BODY_MAX_DEPTH = JSON_MAX_DEPTH + 20
/** Values and keys of a JSON body: each is parsed and checked by itself. */
export const JSON_BODY_MAX_VALUES = 30_000
export const EVENT_TYPE_MAX_CHARS = 64
export const PATH_MAX_CHARS = 2_048

// Visits: what POST /page-view, /app-member and /event keep is deleted after this time
export const VISIT_RETENTION_DAYS = 90
export const SESSION_ID_MAX_CHARS = 26
export const PHONE_MAX_WIDTH_PX = 768
export const TABLET_MAX_WIDTH_PX = 1024

// The widget (seed 001 section 9)
export const CLIENT_VERSION = '1.2.0'
export const DEFAULT_PRIMARY_BUTTON_COLOR = 'rgb(41, 98, 255)'
export const COOKIE_FALLBACK_LIFETIME_DAYS = 14
export const FADE_MS = 400
/** Seed 001, section 9: of the inspector. */
export const SIDEBAR_WIDTH_PX = 242
/** Up to this width of the window it is a sheet over the lower part of it. */
export const SIDEBAR_SHEET_MAX_WIDTH_PX = 480
export const PRIVATE_FIELD_CHECK_DELAY_MS = 1_000
export const INSPECTOR_Z_INDEX_BASE = 50
export const X_RAY_LAYERS = { error: 3, warning: 2, found: 1 } as const
/** How long a modal waits for the texts of its language before it shows English. */
export const TRANSLATION_WAIT_MS = 1_500
export const MESSAGE_BANNER_MS = 7_000
export const READY_TIMEOUT_MS = 3_000
export const GATED_URL_HIDDEN_MAX_MS = 1_500
export const REQUEST_TIMEOUT_MS = 20_000
export const MODAL_WIDTH_PX = 360
export const PROFILE_MODAL_WIDTH_PX = 700
export const PROFILE_MOBILE_MAX_WIDTH_PX = 520
export const PROVIDER_POPUP_WIDTH_PX = 600
export const PROVIDER_POPUP_HEIGHT_PX = 700

// Social login
/** From the opening of a provider's window to its answer. */
export const PROVIDER_FLOW_LIFETIME_MINUTES = 15
export const CONNECT_TICKET_LIFETIME_SECONDS = 60
/** From the return of a full-page way to the page's asking what came of it. */
export const PROVIDER_ANSWER_LIFETIME_SECONDS = 120
/** Of custom fields and plans in the address of a provider's window, once decoded. */
export const PROVIDER_WISH_MAX_CHARS = 8_000

export const PLAN_ID_PREFIX = 'pln_'
export const PRICE_ID_PREFIX = 'prc_'

/** Questions of a skill assessment (seed 000 section 9; a package text that says 12 gives way). */
export const ASSESSMENT_QUESTIONS = 10
/** Percent of points. */
export const ASSESSMENT_PASS_MARK_PERCENT = 70
/** An attempt that was begun can be answered for so long. */
export const ATTEMPT_LIFETIME_HOURS = 24
/** After the first completed attempt at a skill, and after every further one. */
export const FIRST_RETAKE_AFTER_HOURS = 24
export const LATER_RETAKE_AFTER_DAYS = 7
/** What visitors answered and never claimed is kept for so long. */
export const UNCLAIMED_ATTEMPT_RETENTION_DAYS = 30
/** Begun by one person, or in one browser, within that time and not given up: nobody proves as much honestly. */
export const ATTEMPTS_WITHIN_RETENTION_MAX = 200
export const SKILL_NAME_MAX_CHARS = 80
export const ANSWER_MAX_CHARS = 1_000

// Work samples
export const WORK_SAMPLE_CHUNK_MAX_BYTES = 4_000_000
export const WORK_SAMPLE_IMAGE_MAX_BYTES = 20_000_000
export const WORK_SAMPLE_DOCUMENT_MAX_BYTES = 20_000_000
export const WORK_SAMPLE_VIDEO_MAX_BYTES = 200_000_000
export const WORK_SAMPLES_PER_ATTEMPT_MAX = 20
export const WORK_SAMPLES_PER_MEMBER_MAX_BYTES = 1_000_000_000
/** An upload that nobody goes on with is given up after this time. */
export const WORK_SAMPLE_UPLOAD_LIFETIME_HOURS = 24
/** Of an address that shows a work sample to whoever has it. */
export const WORK_SAMPLE_LINK_LIFETIME_MINUTES = 5
/** A picture is kept with sides of at most this length. */
export const WORK_SAMPLE_IMAGE_SIDE_PX = 4_096
export const FILE_NAME_MAX_CHARS = 255

// TrustTags
export const TAG_VALIDITY_YEARS = 3
export const HOLDER_NAME_MAX_CHARS = 100
/** A shorter ID is refused before it is looked up (seed 000 section 5). */
export const TAG_ID_MIN_CHARS = 6
export const TAG_ID_MAX_CHARS = 40
/** Of a status list: what the standard asks for at least (Bitstring Status List 1.0). */
export const STATUS_LIST_BITS = 131_072
/** The newest version of every status list is entered in the log again whenever the log has grown by so many entries. */
export const STATUS_REFRESH_ENTRIES = 64
/** Status lists of one mode: with so many, the last entries below hold the newest version of each. A list takes 65,536 TrustTags. */
export const STATUS_LISTS_MAX = 64
/** How far back from the end of the log the newest version of every list is. */
export const STATUS_TAIL_ENTRIES = 4 * STATUS_REFRESH_ENTRIES
/** How long a status list may be kept by whoever fetched it. */
export const STATUS_LIST_TTL_SECONDS = 300
/** A status list is signed anew after this time, changed or not. */
export const STATUS_LIST_RENEWAL_SECONDS = 600
/** A running server takes up changed signing keys within this time. */
export const KEYS_REREAD_SECONDS = 10
/** An older status list no longer shows that something was not revoked. */
export const STATUS_LIST_MAX_AGE_SECONDS = 86_400
/** A clock may go so far behind before what was just signed counts as not valid yet. */
export const CLOCK_SKEW_SECONDS = 300
/** Of those that a buyer names. */
export const ATTEMPTS_PER_PURCHASE_MAX = 20
/** Unused credits are refunded on request within this time of the purchase (seed 000 section 2). */
export const CREDIT_REFUND_DAYS = 30

/** Of a request to the VC API. */
export const VC_API_BODY_MAX_BYTES = 100_000
