import { ORDER_AUDIT_WORDS, type OrderAuditAction } from '#domain/orders/allowed-actions.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'

/** What an entry of the audit trail is about, and how staff read that in the filter. */
export const AUDIT_SUBJECTS = {
  order: 'Orders',
  batch: 'Batches',
  product: 'Products',
  delivery: 'Deliveries',
  picture: 'Images',
  'size-chart': 'Size charts',
  'search-words': 'Search words',
  translation: 'Translations',
  redirect: 'Redirects',
  block: 'Block list',
  message: 'Messages',
  subscriber: 'Subscribers',
  newsletter: 'Newsletters',
  customer: 'Customers’ data',
  export: 'Exports',
  account: 'Sign-in and accounts',
  member: 'People',
  invitation: 'Invitations',
  'gift-card': 'Gift cards and store credit',
  setting: 'Settings',
  books: 'Books',
  connection: 'Connections',
  backup: 'Backups',
} as const

/** What an entry is about: a key of AUDIT_SUBJECTS. */
export type AuditSubjectKind = keyof typeof AUDIT_SUBJECTS

/**
 * Everything that staff do and the audit trail records: its kind of subject, and its description. The name or number of
 * the subject follows the description.
 */
export const AUDIT_ACTIONS = {
  'order-created': { about: 'order', words: 'created order' },
  ...recordOf<Record<OrderAuditAction, { about: 'order'; words: string }>>(
    keysOf(ORDER_AUDIT_WORDS),
    (action) => ({ about: 'order', words: ORDER_AUDIT_WORDS[action] }),
  ),

  'return-accepted': { about: 'order', words: 'accepted a return of order' },
  'return-declined': { about: 'order', words: 'declined a return of order' },
  'return-received': { about: 'order', words: 'received a return of order' },
  'return-changed': { about: 'order', words: 'changed a return of order' },
  'test-order-deleted': { about: 'order', words: 'deleted the test order' },

  'batch-made': { about: 'batch', words: 'made the batch' },
  'batch-renamed': { about: 'batch', words: 'renamed the batch' },
  'batch-closed': { about: 'batch', words: 'closed the batch' },
  'slips-printed': { about: 'order', words: 'printed packing slips' },
  'order-view-saved': { about: 'order', words: 'saved the list of orders' },
  'order-view-deleted': { about: 'order', words: 'deleted the list of orders' },

  'product-added': { about: 'product', words: 'added product' },
  'product-changed': { about: 'product', words: 'changed product' },
  'product-archived': { about: 'product', words: 'deleted product' },
  'product-removed': { about: 'product', words: 'deleted for good the product' },
  'fit-words-published': { about: 'product', words: 'published what a customer wrote about' },
  'fit-words-refused': { about: 'product', words: 'refused what a customer wrote about' },
  'fit-words-taken-down': { about: 'product', words: 'took down what a customer wrote about' },
  'product-restored': { about: 'product', words: 'restored product' },
  'product-version-chosen': { about: 'product', words: 'chose a version of product' },
  'products-imported': { about: 'product', words: 'imported products from' },
  'import-undone': { about: 'product', words: 'took back the import' },
  'item-code-changed': { about: 'product', words: 'changed the bin or barcode of product' },
  'delivery-received': { about: 'delivery', words: 'received the delivery' },
  'delivery-corrected': { about: 'delivery', words: 'corrected the delivery' },
  'preorder-changed': { about: 'product', words: 'changed the pre-orders of' },
  'picture-uploaded': { about: 'picture', words: 'uploaded an image' },
  'film-uploaded': { about: 'picture', words: 'uploaded a video' },
  'size-chart-changed': { about: 'size-chart', words: 'changed the size chart of' },
  'size-chart-added': { about: 'size-chart', words: 'added the size chart' },
  'size-chart-removed': { about: 'size-chart', words: 'removed the size chart' },
  'search-words-changed': { about: 'search-words', words: 'changed the search words' },

  translated: { about: 'translation', words: 'translated' },

  'redirect-saved': { about: 'redirect', words: 'redirected' },
  'redirect-deleted': { about: 'redirect', words: 'deleted the redirect of' },
  'redirects-imported': { about: 'redirect', words: 'imported' },
  'missing-page-ignored': { about: 'redirect', words: 'ignored the missing page' },
  'missing-page-listed': { about: 'redirect', words: 'listed the missing page again' },

  'block-added': { about: 'block', words: 'blocked the' },
  'block-changed': { about: 'block', words: 'changed the block of the' },
  'block-ended': { about: 'block', words: 'stopped blocking the' },

  'gift-card-issued': { about: 'gift-card', words: 'issued a gift card' },
  'store-credit-given': { about: 'gift-card', words: 'gave store credit' },
  'gift-card-adjusted': { about: 'gift-card', words: 'changed the balance of' },
  'gift-card-disabled': { about: 'gift-card', words: 'disabled' },
  'gift-card-enabled': { about: 'gift-card', words: 'enabled' },
  'gift-card-sent-again': { about: 'gift-card', words: 'sent again' },
  'gift-card-code-made': { about: 'gift-card', words: 'made a new code for' },

  'message-answered': { about: 'message', words: 'marked a message as answered' },
  'message-answer-sent': { about: 'message', words: 'answered a message by email' },
  'message-reopened': { about: 'message', words: 'marked a message as unanswered' },
  'message-deleted': { about: 'message', words: 'deleted a message' },
  'subscriber-unsubscribed': { about: 'subscriber', words: 'unsubscribed a subscriber' },
  'subscriber-deleted': { about: 'subscriber', words: 'deleted a subscriber' },
  'subscribers-imported': { about: 'subscriber', words: 'imported subscribers from' },
  'newsletter-written': { about: 'newsletter', words: 'wrote the newsletter' },
  'newsletter-tested': { about: 'newsletter', words: 'mailed themselves a test of the newsletter' },
  'newsletter-scheduled': { about: 'newsletter', words: 'sent the newsletter' },
  'newsletter-taken-back': { about: 'newsletter', words: 'took back the newsletter' },
  'newsletter-stopped': { about: 'newsletter', words: 'stopped the newsletter' },
  'newsletter-continued': { about: 'newsletter', words: 'continued the newsletter' },
  'newsletter-deleted': { about: 'newsletter', words: 'deleted the newsletter' },
  'bounce-lifted': { about: 'customer', words: 'allowed emails to a bounced address again' },
  'customer-erased': { about: 'customer', words: 'deleted a customer’s data' },

  'exported-orders': { about: 'export', words: 'exported orders' },
  'exported-carrier-file': { about: 'export', words: 'exported a carrier file' },
  'exported-messages': { about: 'export', words: 'exported messages' },
  'exported-subscribers': { about: 'export', words: 'exported subscribers' },
  'exported-gift-cards': { about: 'export', words: 'exported gift cards' },
  'exported-redirects': { about: 'export', words: 'exported redirects' },
  'exported-translations': { about: 'export', words: 'exported translations' },
  'exported-everything': { about: 'export', words: 'exported everything' },
  'exported-products': { about: 'export', words: 'exported products' },
  'exported-import': { about: 'export', words: 'exported the report of an import' },
  'exported-books': { about: 'export', words: 'exported the books' },
  'exported-deliveries': { about: 'export', words: 'exported deliveries' },
  'exported-partner-sales': { about: 'export', words: 'exported sales of partners' },
  'exported-activity': { about: 'export', words: 'exported the staff activity' },

  'signed-in': { about: 'account', words: 'signed in' },
  'sign-in-refused': { about: 'account', words: 'was refused at sign-in as' },
  'signed-out': { about: 'account', words: 'signed out' },
  'session-ended': { about: 'account', words: 'ended one of their sessions' },
  'other-sessions-ended': { about: 'account', words: 'ended their other sessions' },
  'password-changed': { about: 'account', words: 'changed their password' },
  'password-reset': { about: 'account', words: 'set a new password by email' },
  'account-renewed': { about: 'account', words: 'set a new password for' },
  'access-renewed': { about: 'account', words: 'renewed the access of' },
  'email-change-asked': { about: 'account', words: 'asked to change the address of' },
  'email-change-withdrawn': { about: 'account', words: 'no longer changes the address of' },
  'email-changed': { about: 'account', words: 'changed the address of' },
  'passkey-added': { about: 'account', words: 'added a passkey' },
  'passkey-renamed': { about: 'account', words: 'renamed a passkey' },
  'passkey-removed': { about: 'account', words: 'removed a passkey' },
  'two-step-on': { about: 'account', words: 'turned on two-step verification' },
  'two-step-off': { about: 'account', words: 'turned off two-step verification' },
  'recovery-codes-made': { about: 'account', words: 'created new recovery codes' },
  'key-made': { about: 'account', words: 'made a key for programs' },
  'key-revoked': { about: 'account', words: 'revoked a key for programs' },
  'recovery-code-used': { about: 'account', words: 'signed in with a recovery code' },

  joined: { about: 'member', words: 'joined the staff' },
  'role-changed': { about: 'member', words: 'changed the role of' },
  disabled: { about: 'member', words: 'disabled' },
  enabled: { about: 'member', words: 'enabled' },
  'sessions-ended': { about: 'member', words: 'ended the sessions of' },
  'second-factor-reset': { about: 'member', words: 'reset the second factor of' },
  'second-factor-required': { about: 'setting', words: 'changed who needs a second factor' },
  'password-link-made': { about: 'member', words: 'made a link to set the password of' },
  invited: { about: 'invitation', words: 'invited' },
  'invitation-sent-again': { about: 'invitation', words: 'resent the invitation for' },
  'invitation-withdrawn': { about: 'invitation', words: 'withdrew the invitation for' },

  'drop-room-changed': { about: 'setting', words: 'changed the waiting room of' },
  'drop-rehearsed': { about: 'setting', words: 'rehearsed' },
  'drop-rehearsal-stopped': { about: 'setting', words: 'stopped the rehearsal of' },
  'drop-guests-changed': { about: 'setting', words: 'changed who has early access to' },
  'draw-changed': { about: 'setting', words: 'changed the draw of' },
  'books-locked': { about: 'books', words: 'locked the books' },
  'books-unlocked': { about: 'books', words: 'unlocked the books' },
  'settlement-decided': { about: 'books', words: 'decided in the books about the transaction' },
  'setting-changed': { about: 'setting', words: 'changed the setting' },
  'webhook-added': { about: 'connection', words: 'added the webhook to' },
  'webhook-changed': { about: 'connection', words: 'changed the webhook to' },
  'webhook-deleted': { about: 'connection', words: 'deleted the webhook to' },
  'webhook-secret-made': { about: 'connection', words: 'made a new secret for the webhook to' },
  'webhook-tested': { about: 'connection', words: 'tested the webhook to' },
  'webhook-sent-again': { about: 'connection', words: 'sent again a message of the webhook to' },
  'connection-tested': { about: 'connection', words: 'tested the connection' },
  'connection-set-up': { about: 'connection', words: 'set up the connection' },
  'connection-removed': { about: 'connection', words: 'removed the connection' },
  'backup-requested': { about: 'backup', words: 'started the job' },
  'backup-restored': {
    about: 'backup',
    words: 'restored a backup, which ended all sessions and invitations',
  },
} as const satisfies Record<string, { about: AuditSubjectKind; words: string }>

/** The name of an action, as stored in `audit_events.action`. */
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** Every action. */
export const AUDIT_ACTION_NAMES = keysOf(AUDIT_ACTIONS)

/** A value of a changed field, short enough to be read in a list. Null: no value. */
export type AuditValue = string | number | boolean | null

/** A field that was changed, by its label, and its values. Never a secret, and never a customer's data. */
export interface AuditChange {
  field: string
  before: AuditValue
  after: AuditValue
  unit?: AuditUnit
}

/**
 * The unit of a value: cents, epoch milliseconds, thousandths of a percent, grams, a country code, or a stored choice.
 * The trail keeps the exact value; the screen shows it in words.
 */
export type AuditUnit = 'money' | 'time' | 'percent' | 'grams' | 'country' | 'choice'

/** Whether a text names an action. */
export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, text)
}

/** Whether a text names a kind of subject. */
export function isAuditSubjectKind(text: string): text is AuditSubjectKind {
  return Object.hasOwn(AUDIT_SUBJECTS, text)
}

const MAX_VALUE_LENGTH = 200

/** The fields that differ, by their labels. Long texts are cut, and lists are written as text. */
export function auditChanges<F extends string>(
  labels: Readonly<Record<F, string>>,
  before: Partial<Record<NoInfer<F>, unknown>> | null,
  after: Partial<Record<NoInfer<F>, unknown>> | null,
  units: Partial<Record<NoInfer<F>, AuditUnit>> = {},
): AuditChange[] {
  return keysOf(labels).flatMap((field) => {
    const [old, next] = [before?.[field] ?? null, after?.[field] ?? null]
    if (JSON.stringify(old) === JSON.stringify(next)) return []
    const unit = units[field]
    return [{ field: labels[field], before: valueOf(old), after: valueOf(next), ...(unit && { unit }) }]
  })
}

interface StoredFile {
  key: string
  width: number
  height: number
}

/** A picture or film. */
function isStoredFile(value: unknown): value is StoredFile {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'width' in value && 'height' in value
  )
}

function fileWords({ key, width, height }: StoredFile): string {
  return `${key}, ${width} × ${height} pixels`
}

function valueOf(value: unknown): AuditValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  const text =
    typeof value === 'string' ? value : isStoredFile(value) ? fileWords(value) : JSON.stringify(value)
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text
}
