/** The emails about a return, by what became of it. */

export const steps = {
  asked: {
    subject: (number: string) => `We're looking at your return ${number}`,
    heading: "We're looking at your return",
    text: "We've received what you asked for, and will email you what we decide.",
  },
  accepted: {
    subject: (number: string) => `Send us your return ${number}`,
    heading: 'Send it to us',
    text: 'We accept your return. Pack it well and put the slip into the parcel: you find it on the page of your order, under “Return items”.',
  },
  declined: {
    subject: (number: string) => `We can't take your return ${number}`,
    heading: "We can't take this back",
    text: "We've looked at your return, and can't take it back.",
  },
  received: {
    subject: (number: string) => `We've received your return ${number}`,
    heading: 'Your return is here',
    text: "We've received it. We'll refund or exchange it next, and email you.",
  },
  exchanged: {
    subject: (number: string) => `Your exchange is next: return ${number}`,
    heading: 'Your exchange is next',
    text: "We've received your return, and pack what you want instead. If it costs more, we send it once you've paid the difference: a separate email has the link. If it costs less, we refund the difference.",
  },
  lapsed: {
    subject: (number: string) => `We no longer hold your exchange: return ${number}`,
    heading: 'We no longer hold your exchange',
    text: "Your return hasn't come in yet, and the time for which we held what you want instead is over. You can still send it: if the piece is still there, you get it; otherwise we refund you.",
  },
}
export const items = 'Items'
export const missing = 'Not in your parcel'
export const instead = 'Instead'
export const heldUntil = 'Held for you until'
export const letGo = 'We no longer hold what you wanted instead.'
export const label = 'Your label'
export const labelFile = 'Label to print (PDF)'
export const answer = 'From us'
export const instructions = 'How to send it'
