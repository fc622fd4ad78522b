/** The emails to staff about their accounts. */

export const goToStaffArea = 'Go to the staff area'
export const when = 'When'

export const reset = {
  subject: 'Set a new password for the Redemption staff area',
  heading: 'Set a new password',
  requested: 'A new password was requested for your account in the staff area.',
  once: 'The link works once and expires after an hour. Setting the new password signs you out everywhere.',
  notYou: "If it wasn't you, you don't need to do anything: your password stays the same.",
  link: 'Set a new password',
}

export const emailChanged = {
  subject: 'Your email address for the Redemption staff area was changed',
  heading: 'Your email address was changed',
  byLink:
    'It was changed on the account page and confirmed with the link sent to the new address. You now sign in with the new address; your password is the same.',
  onServer:
    "It was changed on the shop's server. You now sign in with the new address; your password is the same.",
  notYou: "If you didn't ask for this, contact the shop's operator right away.",
  oldAddress: 'Old address',
  newAddress: 'New address',
}

/** A change that waits for the link sent to the new address. */
export const emailChangeAsked = {
  subject: 'A new email address for the Redemption staff area',
  heading: 'Your email address is about to change',
  toOld:
    'A change of the address that you sign in with was asked for on the account page, with your password. A link was sent to the new address; until it is used, you sign in with the old one.',
  notYou:
    "If it wasn't you, set a new password right away: that voids the link. Then contact the shop's operator.",
}

export const confirmEmail = {
  subject: 'Confirm your email address for the Redemption staff area',
  heading: 'Confirm your email address',
  asked: 'You asked to sign in to the staff area with this address. It counts once you confirm it.',
  once: 'The link works once. Until then, you sign in with the old address.',
  notYou: "If it wasn't you, you can ignore this: without the link, nothing changes.",
  expires: 'The link expires',
  link: 'Confirm this address',
}

export const emailChangeWithdrawn = {
  subject: 'Your email address for the Redemption staff area stays the same',
  heading: 'Your email address stays the same',
  means:
    'The change was cancelled on the account page, and the link sent to the new address no longer works.',
}

export const passwordChanged = {
  subject: 'Your password for the Redemption staff area was changed',
  heading: 'Your password was changed',
  onAccountPage: 'It was changed on the account page, with the old password.',
  byLink: 'It was set with the link from a reset email sent to this address.',
  onServer: "It was set on the shop's server.",
  ended: "Every session has ended. If it was you, you don't need to do anything.",
  notYou:
    'If it wasn\'t you, set a new password right away with "Forgot your password?" and contact the shop\'s operator.',
  browser: 'Browser',
  network: 'Network',
}

/** A change of a member's two-step verification. */
export const twoStep = {
  on: {
    subject: 'Two-step verification was turned on for the Redemption staff area',
    heading: 'Two-step verification is on',
    means:
      'Signing in now needs a code from your authenticator app after the password. Your other sessions have ended.',
  },
  off: {
    subject: 'Two-step verification was turned off for the Redemption staff area',
    heading: 'Two-step verification is off',
    means: 'Signing in no longer needs a code from your app. Your other sessions have ended.',
  },
  reset: {
    subject: 'Two-step verification was reset for the Redemption staff area',
    heading: 'Two-step verification was reset',
    means:
      'Your authenticator app, passkeys and recovery codes were removed, and every session has ended. Until you set up two-step verification again, your password alone signs you in.',
  },
  codes: {
    subject: 'You have new recovery codes for the Redemption staff area',
    heading: 'New recovery codes were created',
    means: 'The old recovery codes no longer work.',
  },
  codeUsed: {
    subject: 'A recovery code was used to sign in to the Redemption staff area',
    heading: 'A recovery code was used to sign in',
    means: "It can't be used again. If your phone or passkey is lost, set up a new one on the account page.",
  },
  passkeyAdded: {
    subject: 'A passkey was added for the Redemption staff area',
    heading: 'A passkey was added to your account',
    means:
      'It signs you in without your password. Your password alone no longer does: you also need a passkey, a code or a recovery code.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed for the Redemption staff area',
    heading: 'A passkey was removed from your account',
    means: 'It no longer signs you in. Your other sessions have ended.',
  },
  keyMade: {
    subject: 'A key for programs was made for the Redemption staff area',
    heading: 'A key for programs was made in your name',
    means:
      'Whoever has the key can do what you have allowed it, until it expires or you revoke it under API keys.',
  },
  /** The name of a key for programs. */
  key: 'Key',
  /** The name of a passkey. */
  passkey: 'Passkey',
  notYou:
    'If it wasn\'t you, set a new password right away with "Forgot your password?" and contact the shop\'s operator.',
}

export const invitation = {
  subject: "You're invited to the Redemption staff area",
  heading: 'Join the Redemption staff',
  /** `role`: `a packer`. */
  invited: (by: string, role: string) => `${by} has invited you to join the shop's staff as ${role}.`,
  once: "The link works once. If you didn't expect this, you can ignore it.",
  signInWith: 'You sign in with',
  role: 'Your role',
  expires: 'The link expires',
  accept: 'Accept the invitation',
}

/** A change of a member's role or access. */
export const access = {
  roleChanged: {
    subject: 'Your role in the Redemption staff area was changed',
    heading: 'Your role was changed',
    /** `role`: `a packer`. */
    nowRole: (role: string) => `You're now ${role}`,
    signedOut: "You've been signed out everywhere. Sign in again.",
  },
  disabled: {
    subject: 'Your access to the Redemption staff area has ended',
    heading: 'Your access has ended',
    signedOut: "Your account was disabled, and you've been signed out everywhere.",
  },
  enabled: {
    subject: 'You have access to the Redemption staff area again',
    heading: 'Your account is enabled again',
    asBefore: 'You can sign in with the same address and password as before.',
  },
  unexpected: "If you didn't expect this, ask an owner of the shop.",
  by: 'By',
  operator: "the operator, on the shop's server",
}
