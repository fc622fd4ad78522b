/** The checkout: form, order summary and payment, with the answers of the server that shoppers read. */

export const pageTitle = 'Caisse'
export const description = 'Livraison et paiement.'
export const breadcrumbCheckout = 'CAISSE'
export const heading = 'Caisse'

export const contact = 'Coordonnées'
export const delivery = 'Livraison'
/** Above the addresses of earlier orders. */
export const ownAddresses = 'Livrer à une adresse précédente'
export const filledIn = (address: string) =>
  `Adresse remplie : ${address}. Vous pouvez encore la modifier ci-dessous.`
export const shippingMethod = 'Mode de livraison'
export const freeShipping = 'Gratuit'
/** Before anything is typed. `country`: of the visitor. */
export const notServed = (country: string) =>
  `Nous ne livrons pas encore dans ce pays : ${country}. Vous pouvez tout de même commander pour une livraison dans l’un des pays ci-dessous.`
export const chooseMethodAgain =
  'Les modes de livraison ont changé. Choisissez-en un et appuyez de nouveau sur « Payer maintenant ».'
export const methodGone = 'Le mode de livraison que vous aviez choisi n’est plus offert.'
/** `name`: the cheapest method that is left. */
export const methodInstead = (name: string) =>
  `Le mode de livraison que vous aviez choisi n’est plus offert. Nous l’avons remplacé par celui-ci : ${name}.`
export const payment = 'Paiement'
export const payNow = 'Payer maintenant'
export const processing = 'Traitement en cours...'
export const tryAgain = 'Réessayer'
/** After a refusal that says that one has no turn. */
export const toTheRoom = 'Aller à la salle d’attente'
export const total = 'Total'

export const orderSummary = 'Récapitulatif de la commande'
export const quantity = (count: number) => `Qté : ${count}`

export const email = 'Adresse courriel'
export const phone = 'Téléphone'
export const name = 'Nom complet'
export const address = 'Adresse'
export const apartment = 'Appartement, bureau (facultatif)'
export const city = 'Ville'
export const country = 'Pays'
export const chooseRegion = 'Choisir'
export const forExample = (example: string) => `Par exemple ${example}`

/** Spec 5 and 8, with the reason and what to do. */
export const noSecretNow =
  'Le paiement n’a pas pu être préparé. Rien n’a été débité. Attendez un instant et réessayez.'
export const noSecretInTime =
  'Le paiement n’a pas pu être préparé : la boutique n’a pas répondu. Rien n’a été débité. Réessayez.'
export const noSecretOffline =
  'Le paiement n’a pas pu être préparé : vous êtes hors ligne. Rien n’a été débité. Réessayez quand la connexion sera rétablie.'
/** Spec 5 and 8. */
export const noCardBox = 'Le champ de la carte est introuvable'
/** Spec 5 and 8. */
export const notSucceeded = 'Le paiement n’a pas réussi'
/** Spec 8. */
export const noMessage = 'Le paiement a échoué, veuillez réessayer.'
/** The answer about the card is lost. */
export const noAnswer = 'Nous n’avons pas reçu de réponse au sujet de votre carte.'
export const offline = 'Vous êtes hors ligne.'
export const noCardEntry = 'Le formulaire de la carte n’a pas pu être chargé. Vérifiez votre connexion.'
export const cardIncomplete = 'Remplissez tous les champs du paiement.'
/** After a method that leads to another site. */
export const checkingPayment = 'Vérification de votre paiement. Gardez cette page ouverte.'
export const notCompleted = 'Votre paiement n’a pas été effectué.'
export const tooMany =
  'Trop de tentatives. Attendez un instant et appuyez de nouveau sur « Payer maintenant ».'
export const busy = 'Beaucoup de gens commandent en ce moment. Nous essayons encore de passer votre commande.'
export const stillBusy =
  'Beaucoup de gens commandent en ce moment. Rien n’a été débité. Attendez un instant et appuyez de nouveau sur « Payer maintenant ».'
export const slow = 'C’est plus long que d’habitude. Gardez cette page ouverte.'
export const asking =
  'Nous ne savons pas encore si nous avons reçu votre commande. Nous vérifions de nouveau.'
export const stillUnknown =
  'Nous n’avons pas pu confirmer la réception de votre commande. Rien n’a été débité. Appuyez de nouveau sur « Payer maintenant » : elle ne sera pas passée en double.'
export const nothingCharged = 'Rien n’a été débité.'
export const unsure =
  'Nous ne savons pas encore si votre carte a été débitée. Réessayez : elle ne sera pas débitée deux fois.'
export const refunded =
  'Vos articles se sont vendus avant que votre paiement arrive. Le montant complet est en route vers votre carte.'
/** Before minutes and seconds. */
export const heldFor = 'Vos articles sont réservés pendant encore'
export const timeOver =
  'Le temps pour payer est écoulé, et vos pièces sont de nouveau en vente. Votre panier n’a pas changé : appuyez sur « Payer maintenant » pour réessayer.'
/** The card is known only once it has paid. */
export const overLimit =
  'Ce lancement est limité par personne, et la limite est déjà atteinte avec votre carte. Rien n’a été commandé : le montant complet est en route vers votre carte.'
/** After another tab has paid for some of the cart. */
export const paidApart = (number: string) =>
  `La commande ${number} est payée. Ce que vous voyez ici n’en fait pas partie et n’a pas été débité.`
/** Finds the sentences that say already whether money moved. */
export const aboutMoney = /débité|vers votre carte/
export const endOfSentence = '.'

export const totalChanged = (total: string) =>
  `Le total est maintenant de ${total}. Vérifiez-le et appuyez de nouveau sur « Payer maintenant ».`
/** A gift card pays less, or more, than before. */
export const restChanged = (rest: string) =>
  `Le montant à payer est maintenant de ${rest}. Vérifiez-le et appuyez de nouveau sur « Payer maintenant ».`
export const checkTotal = 'Vérifiez le total et appuyez de nouveau sur « Payer maintenant ».'
export const totalIncludesOther = (total: string) =>
  `Le total est toujours de ${total}, mais ce qu’il comprend a changé. Vérifiez-le et appuyez de nouveau sur « Payer maintenant ».`
