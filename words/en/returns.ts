/** The page on which customers return items of an order, and the links to it. */

export const link = 'Return items'
export const see = 'See your returns'
export const title = 'Returns'
export const ofOrder = (number: string) => `Order ${number}`
export const heading = (number: string) => `Returns of order ${number}`
export const description = 'Return items of your order.'
export const backToOrder = 'Back to your order'

export const ask = 'What would you like to send back?'
export const until = (day: string) =>
  `Ask by ${day}, and we accept it at once. Later, and for final sale items, we decide and email you.`
export const howMany = (item: string) => `How many of ${item}?`
export const why = 'Why?'
export const chooseReason = 'Choose a reason'
export const reasons = {
  'too-small': 'Too small',
  'too-large': 'Too large',
  'not-as-shown': 'Looks different from the pictures',
  faulty: 'Faulty or damaged',
  'wrong-item': 'Not what I ordered',
  'changed-mind': 'I changed my mind',
  withdrawn: 'Withdrawal from the contract',
  other: 'Another reason',
}
export const wish = 'What would you like for it?'
export const wishes = {
  money: 'My money back, the way I paid',
  credit: 'Store credit',
  exchange: 'Another size or piece instead',
}
export const instead = (item: string) => `Instead of ${item}`
export const chooseInstead = 'Choose what you’d like instead'
export const onlyForExchange = 'Only if you want another size or piece.'
export const sameItem = (name: string) => `${name}: costs the same`
export const otherItem = (name: string, price: string) => `${name}: ${price} today`
export const holding = (day: string) => `We hold it for you until ${day}, and send it once yours is here.`
export const costsSame = 'It costs the same: there is nothing to pay.'
export const costsMore = (amount: string) =>
  `It costs ${amount} more. Once yours is here, we email you a link to pay that, and then send it.`
export const costsLess = (amount: string) => `It costs ${amount} less, which we refund once yours is here.`
export const difference = 'Difference'
export const withBonus = (percent: number) => `Store credit, and ${percent}% more`
export const method = 'How will you send it?'
export const free = 'free'
export const costs = (fee: string) => `${fee} of your refund`
export const methodWith = (name: string, cost: string) => `${name} (${cost})`
export const note = 'Anything that we should know? (optional)'
export const photos = 'Photos, such as of a fault'
export const photosHint = 'Up to 6, each of at most 25 MB: JPEG, PNG, WebP or AVIF. Only you and we see them.'
export const photosWithoutScript = 'To add photos, turn on JavaScript, or send them to us by email later.'
export const photo = (number: number) => `Your photo ${number}`
export const remove = 'Remove'
export const removePhoto = (number: number) => `Remove photo ${number}`
export const sendingPhoto = (file: string) => `Sending ${file}...`
export const photoSent = (count: number) => (count === 1 ? '1 photo added.' : `${count} photos added.`)
export const photoFault = (file: string, why: string) => `${file}: ${why}`
export const photoFaults = {
  'too-many-bytes': 'This photo is larger than 25 MB. Make it smaller, then add it again.',
  'not-a-picture': 'We can’t read this file as a photo. Use JPEG, PNG, WebP or AVIF.',
  'heic-picture': 'This is a HEIC photo, which browsers can’t show. Save it as JPEG, then add the JPEG.',
  'too-many-pixels': 'This photo has too many pixels. Make it smaller, then add it again.',
  'too-much-memory': 'This photo is too large to read. Make it smaller, then add it again.',
  'too-many-photos': 'You can add 6 photos. Remove one first.',
  'return-closed': 'We have this return already, or it is over.',
  failed: 'It wasn’t sent. Try again: everything else is still here.',
}
export const next = 'Continue'

export const check = 'Check your return'
export const item = (name: string, reason: string) => `${name}: ${reason}`
export const worth = 'For the items'
export const fee = 'Less, for sending them'
export const refund = 'You get back'
export const refundNote = 'Once the items are here, and as we find them.'
export const staffDecide = (day: string) => `We look at this first, and email you by ${day}.`
export const reviews = {
  late: 'It’s later than our time for returns.',
  final: 'Some of it was final sale.',
  country: 'We don’t usually take returns from your country.',
  faulty: 'Something is wrong with it. Sending it back costs you nothing.',
  withdrawn: 'You withdrew from the contract.',
}
export const photoNeeded =
  'Something is wrong with it. Add a photo of that, and sending it back costs you nothing.'
export const confirm = 'Ask for this return'
export const change = 'Change'

export const faults = {
  'nothing-chosen': 'Choose how many of an item you’d like to send back.',
  'no-reason': 'Say why you’re sending it back.',
  'too-many': 'Some of these items are in another return, or were refunded. Choose again from what is left.',
  'no-exchange': 'Choose what you’d like instead of each item.',
  'sold-out':
    'What you chose sold out in the meantime. Choose again from what is left, or take your money back.',
  'price-changed': 'The price of what you chose has changed. Look at the new one.',
  'unknown-method': 'Choose how you’ll send it.',
  'not-offered': 'We can’t take returns of this order now. Write to us through the contact page.',
  disputed:
    'You disputed the payment for this order with your bank, so your bank decides. Write to us through the contact page.',
  'too-late': 'We have this return already, or it is over.',
}

export const states = {
  asked: { heading: 'We’re looking at it', next: 'We’ll email you what we decide.' },
  accepted: { heading: 'Send it to us', next: 'Pack it well, and put the slip into the parcel.' },
  received: { heading: 'It’s here', next: 'We’ll refund or exchange it next, and email you.' },
  refunded: { heading: 'Refunded', next: 'We’ve received it and refunded it.' },
  exchanged: { heading: 'Exchanged', next: 'We’ve received it, and send you what you want instead.' },
  declined: { heading: 'Declined', next: 'We can’t take this back.' },
  cancelled: { heading: 'You keep it', next: 'You cancelled this return.' },
}
export const returnOf = (number: string) => `Return ${number}`
export const items = 'Items'
export const insteadOfIt = 'Instead'
export const heldUntil = (day: string) => `We hold it for you until ${day}.`
export const notHeld = 'We no longer hold it. You get it if it is still there, otherwise we refund you.'
export const left = (name: string, sizes: string) => `Left of ${name}: ${sizes}`
export const noneLeft = (name: string) => `${name} is sold out in all sizes.`
export const label = 'Your label'
export const labelFile = 'Label to print (PDF)'
export const labelCode = (code: string) => `Code to show: ${code}`
export const instructions = 'How to send it'
export const cancel = 'Keep it after all'
export const slip = 'Slip for the parcel'
export const print = 'Print the slip'
export const barcode = (number: string) => `Barcode of return ${number}`
