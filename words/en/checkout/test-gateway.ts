/** The built-in gateway: its card form, its confirmation step, and its answers to a card. */

export const cardNumber = 'Card number'
export const expiryDate = 'Expiry date'
export const expiryExample = 'MM / YY'
export const cvc = 'CVC'
export const testMode = 'Test mode: no money is taken. Do not enter a real card; only the test cards work.'
export const testCards = 'Test cards'
/** What each test card does, after its number. */
export const pays = 'pays'
export const isDeclined = 'is declined'
export const hasInsufficientFunds = 'has insufficient funds'
export const hasExpired = 'has expired'
export const hasWrongCode = 'has a wrong security code'
export const asksToConfirm = 'asks for a confirmation step'
export const isDoubtful = 'pays, with an elevated risk'
export const isDisputed = 'pays, and is disputed afterwards'

export const enterNumber = 'Enter the 16-digit number of a test card.'
export const onlyTestCards = 'Only test cards work here. Do not enter a real card.'
export const enterCvc = 'Enter the 3- or 4-digit security code.'
export const enterExpiry = 'Enter the month and year as MM / YY.'
export const past = 'This date is in the past.'

export const confirmPayment = 'Confirm your payment'
export const bankAsks = (total: string, shop: string) =>
  `A bank would now ask whether you want to pay ${total} to ${shop}. This is a test: choose how it ends.`
/** As these two, where a card is only checked. */
export const confirmCard = 'Confirm your card'
export const bankAsksCard = (shop: string) =>
  `A bank would now ask whether ${shop} may check your card. Nothing is charged. This is a test: choose how it ends.`
export const approve = 'Approve'
export const fail = 'Fail'

export const testWallet = 'Test wallet'
/** Who the wallet belongs to, and the addresses in it, as wallets give them: regions by their codes, or not at all. */
export const walletOwner = 'sam@wallet.example'
export const walletName = 'Sam Okafor'
export const walletPhone = '306 555 0142'
export const walletAddresses = [
  { address: '12 Broadway Ave', city: 'Saskatoon', region: 'SK', postal: 'S7N 1B4', country: 'CA' },
  { address: '200 King St W', city: 'Toronto', region: 'ON', postal: 'M5H 3T4', country: 'CA' },
  { address: '85 Bedford Ave', city: 'Brooklyn', region: 'NY', postal: '11211', country: 'US' },
  { address: '10 Carnaby St', city: 'London', region: '', postal: 'W1F 9PF', country: 'GB' },
  { address: 'Torstr. 1', city: 'Berlin', region: '', postal: '10119', country: 'DE' },
]
export const walletPlace = (city: string, country: string) => `${city}, ${country}`
export const walletEmail = 'Wallet email'
export const walletAddress = 'Wallet address'
export const walletRate = 'Shipping'
export const walletTotal = 'Total'
export const payByWallet = (total: string) => `Pay ${total}`
export const payDeclined = 'Pay with a declined card'
export const cancelWallet = 'Cancel'

/** In the words of a card gateway. */
export const declined = 'Your card was declined.'
export const insufficientFunds = 'Your card has insufficient funds.'
export const expired = 'Your card has expired.'
export const wrongCode = "Your card's security code is incorrect."
export const incompleteDate = "Your card's expiration date is incomplete."
export const pastYear = "Your card's expiration year is in the past."
export const incompleteCode = "Your card's security code is incomplete."
export const doubtful = 'The test gateway evaluated this payment as having an elevated risk.'
export const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
