/** The built-in gateway: its card form, its confirmation step, and its answers to a card. */

export const cardNumber = 'Numéro de carte'
export const expiryDate = 'Date d’expiration'
export const expiryExample = 'MM / AA'
export const cvc = 'CVC'
export const testMode =
  'Mode d’essai : aucun argent n’est prélevé. N’entrez pas de vraie carte, seules les cartes d’essai fonctionnent.'
export const testCards = 'Cartes d’essai'
/** What each test card does, after its number. */
export const pays = 'paie'
export const isDeclined = 'est refusée'
export const hasInsufficientFunds = 'n’a pas les fonds nécessaires'
export const hasExpired = 'est expirée'
export const hasWrongCode = 'a un mauvais code de sécurité'
export const asksToConfirm = 'demande une confirmation'
export const isDoubtful = 'paie, avec un risque élevé'
export const isDisputed = 'paie, puis le paiement est contesté'

export const enterNumber = 'Entrez les 16 chiffres du numéro d’une carte d’essai.'
export const onlyTestCards = 'Seules les cartes d’essai fonctionnent ici. N’entrez pas de vraie carte.'
export const enterCvc = 'Entrez le code de sécurité de 3 ou 4 chiffres.'
export const enterExpiry = 'Entrez le mois et l’année sous la forme MM / AA.'
export const past = 'Cette date est passée.'

export const confirmPayment = 'Confirmez votre paiement'
export const bankAsks = (total: string, shop: string) =>
  `Une banque vous demanderait maintenant si vous voulez payer ${total} à ${shop}. C’est un essai : choisissez comment il se termine.`
/** As these two, where a card is only checked. */
export const confirmCard = 'Confirmez votre carte'
export const bankAsksCard = (shop: string) =>
  `Une banque vous demanderait maintenant si ${shop} peut vérifier votre carte. Rien n’est débité. C’est un essai : choisissez comment il se termine.`
export const approve = 'Approuver'
export const fail = 'Refuser'

export const testWallet = 'Portefeuille d’essai'
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
export const walletEmail = 'Adresse courriel du portefeuille'
export const walletAddress = 'Adresse du portefeuille'
export const walletRate = 'Livraison'
export const walletTotal = 'Total'
export const payByWallet = (total: string) => `Payer ${total}`
export const payDeclined = 'Payer avec une carte refusée'
export const cancelWallet = 'Annuler'

/** In the words of a card gateway. */
export const declined = 'Votre carte a été refusée.'
export const insufficientFunds = 'Votre carte n’a pas les fonds nécessaires.'
export const expired = 'Votre carte est expirée.'
export const wrongCode = 'Le code de sécurité de votre carte est incorrect.'
export const incompleteDate = 'La date d’expiration de votre carte est incomplète.'
export const pastYear = 'L’année d’expiration de votre carte est passée.'
export const incompleteCode = 'Le code de sécurité de votre carte est incomplet.'
export const doubtful = 'La passerelle d’essai juge que ce paiement présente un risque élevé.'
export const notAuthenticated =
  'Nous ne pouvons pas authentifier votre mode de paiement. Veuillez en choisir un autre et réessayer.'
