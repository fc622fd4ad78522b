/** The emails to staff about their accounts. */

export const goToStaffArea = 'Go to the staff area'
export const when = 'When'

export const reset = {
  subject: 'Set a new password for the Redemption staff area',
  heading: 'Set a new password',
  requested: 'A new password was requested for your account in the staff area.',
  once: 'The link works once, within an hour, and signs you out everywhere.',
  notYou: "If it wasn't you, you don't need to do anything: your password stays the same.",
  link: 'Set a new password',
}

export const emailChanged = {
  subject: 'Your address for the Redemption staff area was changed',
  heading: 'Your address was changed',
  onServer:
    "It was changed on the shop's server. You now sign in with the new address; your password is the same.",
  notYou: "If you didn't ask for this, contact the shop's operator at once.",
  oldAddress: 'Old address',
  newAddress: 'New address',
}

export const passwordChanged = {
  subject: 'Your password for the Redemption staff area was changed',
  heading: 'Your password was changed',
  onAccountPage: 'It was changed on the account page, with the old password.',
  byLink: 'It was set with the link of a reset email that went to this address.',
  onServer: "It was set on the shop's server.",
  ended: "Every session has ended. If it was you, you don't need to do anything.",
  notYou:
    'If it wasn\'t you, set a new password at once with "Forgot your password?" and contact the shop\'s operator.',
  browser: 'Browser',
  network: 'Network',
}
