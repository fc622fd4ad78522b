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
    text: "We've received it. We'll refund it next, and email you.",
  },
}
export const items = 'Items'
export const label = 'Your label'
export const answer = 'From us'
export const instructions = 'How to send it'
